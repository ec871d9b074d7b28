package dev.sandboxed.checks.parity;

import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** An element of a pom.xml, read as it is written: nothing is inherited or interpolated. */
record Pom(Element element) {

    static Pom parse(String xml) {
        try {
            return new Pom(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(xml)))
                    .getDocumentElement());
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new IllegalArgumentException("Not a pom.xml: " + e.getMessage(), e);
        }
    }

    /** Returns the elements at the end of a path of tag names below this one. */
    List<Pom> all(String... path) {
        Stream<Pom> found = Stream.of(this);
        for (String tag : path) {
            found = found.flatMap(Pom::children).filter(child -> child.tag().equals(tag));
        }
        return found.toList();
    }

    /** Returns the elements with a tag name, however deep. */
    List<Pom> anywhere(String tag) {
        NodeList nodes = element.getElementsByTagName(tag);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> new Pom((Element) nodes.item(i)))
                .toList();
    }

    Optional<String> value(String tag) {
        return all(tag).stream().map(Pom::text).findFirst();
    }

    String need(String tag) {
        return value(tag).orElseThrow(() -> new IllegalArgumentException("No <" + tag + "> in <" + tag() + ">"));
    }

    /** Returns the properties this pom sets itself. */
    Map<String, String> properties() {
        Map<String, String> properties = new LinkedHashMap<>();
        all("properties").stream().flatMap(Pom::children).forEach(each -> properties.put(each.tag(), each.text()));
        return properties;
    }

    String text() {
        return element.getTextContent().trim();
    }

    private String tag() {
        return element.getTagName();
    }

    private Stream<Pom> children() {
        NodeList nodes = element.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(node -> new Pom((Element) node));
    }
}
