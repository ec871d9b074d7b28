package dev.sandboxed.conformance.report;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Reads what was written as XML, which fails on the first thing that is not well-formed. */
final class Xml {

    private Xml() {}

    static Document parse(String text) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(text)));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("Not well-formed: " + e.getMessage(), e);
        }
    }

    static List<Element> elements(Document document, String name) {
        return IntStream.range(0, document.getElementsByTagName(name).getLength())
                .mapToObj(i -> (Element) document.getElementsByTagName(name).item(i))
                .toList();
    }
}
