package dev.sandboxed.checks.docs;

import dev.sandboxed.checks.tree.Repository;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The pages for people, as Markdown, by their paths. */
record Pages(Map<String, String> textByPath) {

    /** Finds all of them: the documentation, the decisions, and what samples say of themselves. */
    static Pages of(Repository repository) {
        return new Pages(repository.files(".md").stream()
                .collect(Collectors.toMap(path -> path, repository::text, (one, other) -> one, TreeMap::new)));
    }

    /** Returns the snippets of all pages in one language. */
    List<Snippet> snippets(String language) {
        Pattern fence =
                Pattern.compile("^( *)```" + language + "\\n(.*?)\\n\\1```$", Pattern.MULTILINE | Pattern.DOTALL);
        return textByPath.entrySet().stream()
                .flatMap(page -> fence.matcher(page.getValue())
                        .results()
                        .map(found -> new Snippet(page.getKey(), found.group(2))))
                .toList();
    }

    /**
     * What a page shows of a source.
     *
     * @param page the path of the page
     * @param text the lines between its fences
     */
    record Snippet(String page, String text) {

        /** Returns whether a source has it, but for white space. */
        boolean isIn(String source) {
            return dense(source).contains(dense(text));
        }

        static String dense(String text) {
            return text.replaceAll("\\s+", "");
        }
    }
}
