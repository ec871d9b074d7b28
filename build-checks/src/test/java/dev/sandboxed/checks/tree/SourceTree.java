package dev.sandboxed.checks.tree;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is wrong with source files as text, each complaint naming its file or folder. */
record SourceTree(Map<String, String> textByPath) {

    static final int MOST_LINES = 400;
    static final int MOST_FILES = 22;

    private static final Pattern SLEEP = Pattern.compile("\\bThread\\.sleep\\(|\\bTimeUnit\\.\\w+\\.sleep\\(");

    private static final Pattern PUBLIC_TYPE =
            Pattern.compile("(?m)^public [a-z -]*(?:class|@?interface|record|enum) (\\w+)");

    static SourceTree of(Repository repository) {
        return new SourceTree(
                repository.javaSources().stream().collect(Collectors.toMap(path -> path, repository::text)));
    }

    static SourceTree of(Repository repository, String... suffixes) {
        return new SourceTree(Stream.of(suffixes)
                .flatMap(suffix -> repository.files(suffix).stream())
                .collect(Collectors.toMap(path -> path, repository::text)));
    }

    List<String> longFiles() {
        return textByPath.entrySet().stream()
                .filter(file -> file.getValue().lines().count() > MOST_LINES)
                .map(file -> file.getKey() + " has " + file.getValue().lines().count() + " lines")
                .sorted()
                .toList();
    }

    List<String> crowdedPackages() {
        Map<String, Long> sizes = textByPath.keySet().stream()
                .collect(Collectors.groupingBy(SourceTree::folder, TreeMap::new, Collectors.counting()));
        return sizes.entrySet().stream()
                .filter(size -> size.getValue() > MOST_FILES)
                .map(size -> size.getKey() + " has " + size.getValue() + " files")
                .toList();
    }

    /** Returns the files that sleep, by their text: test classes of other modules are not on our class path. */
    List<String> sleepers() {
        return textByPath.entrySet().stream()
                .filter(file -> SLEEP.matcher(file.getValue()).find())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /** Returns the main files whose public type has no Javadoc, that is none below the imports. */
    List<String> undocumented() {
        return textByPath.entrySet().stream()
                .filter(file -> file.getKey().contains("src/main/java/"))
                .filter(file -> lacksComment(file.getValue()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private static boolean lacksComment(String text) {
        Matcher type = PUBLIC_TYPE.matcher(text);
        return type.find() && !text.substring(0, type.start()).contains("/**");
    }

    private static String folder(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }
}
