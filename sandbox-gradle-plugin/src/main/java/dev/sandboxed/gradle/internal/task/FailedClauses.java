package dev.sandboxed.gradle.internal.task;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.gradle.api.GradleException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The clauses that failed, as the kit's JUnit report has them. */
final class FailedClauses {

    private FailedClauses() {}

    /** Returns a line for each; none if there is no report. */
    static List<String> read(File report) {
        if (!report.isFile()) {
            return List.of();
        }
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            NodeList failures = factory.newDocumentBuilder().parse(report).getElementsByTagName("failure");
            return IntStream.range(0, failures.getLength())
                    .mapToObj(index -> describe((Element) failures.item(index)))
                    .toList();
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new GradleException("Cannot read " + report, e);
        }
    }

    /** A message begins with the clause; an error that none of ours threw is told with the name of the test. */
    private static String describe(Element failure) {
        String test = ((Element) failure.getParentNode()).getAttribute("name");
        String message = failure.getAttribute("message").lines().findFirst().orElse("");
        return message.matches("[A-Z]+-\\d+ .*") ? message : test + ": " + message;
    }
}
