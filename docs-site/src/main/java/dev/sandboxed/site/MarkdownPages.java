package dev.sandboxed.site;

import dev.sandboxed.site.Page.Section;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Makes pages of Markdown, with links that lead to other pages of the site. */
final class MarkdownPages {

    private static final List<Extension> TABLES = List.of(TablesExtension.create());

    private final Parser parser = Parser.builder().extensions(TABLES).build();
    private final Addresses addresses;

    MarkdownPages(Addresses addresses) {
        this.addresses = addresses;
    }

    /**
     * Makes a page.
     *
     * @throws BrokenSiteException if a link leads nowhere
     */
    Page read(String path, String markdown) {
        Node document = parser.parse(markdown);
        Set<String> links = redirectLinks(document, path);
        Map<Node, String> names = new HashMap<>();
        List<Section> sections = sections(document, names);
        HtmlRenderer html = HtmlRenderer.builder()
                .extensions(TABLES)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    String name = names.get(node);
                    if (name != null) {
                        attributes.put("id", name);
                    }
                })
                .build();
        String title = sections.isEmpty() ? path : sections.get(0).heading();
        return new Page(path, title, operable(html.render(document)), sections, links);
    }

    /** What is wider than a phone is scrolled by itself, with the keyboard too. */
    private static String operable(String html) {
        return html.replace(
                        "<table>", "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>")
                .replace("</table>", "</table></div>")
                .replace("<th>", "<th scope=\"col\">")
                .replace("<pre>", "<pre tabindex=\"0\">");
    }

    private Set<String> redirectLinks(Node document, String path) {
        Set<String> links = new LinkedHashSet<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                String destination = link.getDestination();
                if (!destination.startsWith("#") && !destination.contains(":")) {
                    String target = addresses.target(path, destination.replaceFirst("#.*", ""));
                    links.add(target);
                    link.setDestination(
                            addresses.up(path) + addresses.of(target) + destination.replaceFirst("^[^#]*", ""));
                }
                visitChildren(link);
            }
        });
        return links;
    }

    /** Cuts a page at its headings, and gives them names. */
    private List<Section> sections(Node document, Map<Node, String> names) {
        List<Section> sections = new ArrayList<>();
        HeadingNames headings = new HeadingNames();
        for (Node block = document.getFirstChild(); block != null; block = block.getNext()) {
            String said = PlainText.of(block);
            if (block instanceof Heading) {
                String name = headings.next(said);
                names.put(block, name);
                sections.add(new Section(said, name, ""));
            } else if (!sections.isEmpty()) {
                Section last = sections.remove(sections.size() - 1);
                sections.add(new Section(last.heading(), last.anchor(), (last.text() + " " + said).strip()));
            }
        }
        return sections;
    }
}
