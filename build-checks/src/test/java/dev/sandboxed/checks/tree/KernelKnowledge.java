package dev.sandboxed.checks.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what main sources of the providers' modules know of the kernel, by their text: byte code no longer shows constants by
 * name. Scripts that lie in resources are not looked at, since they run inside of a sandbox, where there is no Java.
 */
record KernelKnowledge(Map<String, String> textByPath) {

    private static final String PROVIDERS = "sandbox-providers/";
    private static final String LINUX = PROVIDERS + "linux/";

    /** A text block, a string, a character or a comment. */
    private static final Pattern TOKEN =
            Pattern.compile("(?s)\"\"\".*?\"\"\"|\"[^\"\\\\\n]*(?:\\\\.[^\"\\\\\n]*)*\"|'(?:[^'\\\\]|\\\\.)+?'"
                    + "|(//[^\n]*|/\\*.*?\\*/)");

    private static final Pattern FILES = Pattern.compile("/(?:proc|sys)\\b|\\b(?:proc|sys)/");

    private static final Pattern MOUNTING = Pattern.compile(
            "\\b(?:nosuid|nodev|noexec|rbind|rprivate|rslave|relatime|strictatime|newinstance|lowerdir|upperdir)\\b");

    private static final Pattern CONSTANT = Pattern.compile("\\b(?:CLONE|VFORK|MS|MNT|PR|SECCOMP|SYS)_[A-Z0-9_]+\\b");

    static KernelKnowledge of(Repository repository) {
        Map<String, String> sources = new TreeMap<>();
        repository.javaSources().stream()
                .filter(path -> path.startsWith(PROVIDERS) && path.contains("/src/main/java/"))
                .forEach(path -> sources.put(path, repository.text(path)));
        return new KernelKnowledge(sources);
    }

    /** Returns what each file knows that should not, by its path; files that know nothing are left out. */
    Map<String, List<String>> outsideOfLinux() {
        Map<String, List<String>> found = new TreeMap<>();
        textByPath.forEach((path, text) -> {
            List<String> words = path.startsWith(LINUX) ? List.of() : words(text);
            if (!words.isEmpty()) {
                found.put(path, words);
            }
        });
        return found;
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder code = new StringBuilder();
        Matcher token = TOKEN.matcher(text);
        int end = 0;
        while (token.find()) {
            code.append(text.substring(end, token.start())).append(' ');
            end = token.end();
            if (token.group(1) == null) {
                addAll(FILES, token.group(), words);
                addAll(MOUNTING, token.group(), words);
            }
        }
        addAll(CONSTANT, code.append(text.substring(end)).toString(), words);
        return words;
    }

    private static void addAll(Pattern pattern, String text, List<String> words) {
        pattern.matcher(text).results().map(match -> match.group()).forEach(words::add);
    }
}
