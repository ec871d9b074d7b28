package dev.sandboxed.checks.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.checks.tree.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ApiListingTests {

    private static final Path WRITTEN = Path.of("target", "api");

    private final Repository repository = Repository.find();

    @TestFactory
    Stream<DynamicTest> whatUsersSeeIsWhatTheListingInDocsApiSays() {
        return typesByArtifact().entrySet().stream()
                .map(artifact -> DynamicTest.dynamicTest(
                        artifact.getKey(),
                        () -> compare(artifact.getKey(), ApiListing.of(artifact.getValue().stream()))));
    }

    @Test
    void everyListingIsOfAPublishedArtifact() throws IOException {
        try (Stream<Path> listings = Files.list(repository.root().resolve("docs/api"))) {
            assertThat(listings.map(file -> file.getFileName().toString().replaceFirst("\\.txt$", "")))
                    .containsExactlyInAnyOrderElementsOf(typesByArtifact().keySet());
        }
    }

    @Test
    void membersThatUsersSeeAreListedAndOthersAreNot() {
        assertThat(ApiListing.of(Stream.of(Shown.class)))
                .containsExactly(
                        "public abstract class dev.sandboxed.checks.listing.Shown<T extends Number> : Iterable<T>",
                        "    protected Shown()",
                        "    public List<T> all(String)",
                        "    public abstract Iterator<T> iterator()",
                        "    public static final int MOST");
    }

    private void compare(String artifact, List<String> lines) throws IOException {
        String text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
        Path written = Files.createDirectories(WRITTEN).resolve(artifact + ".txt");
        Files.writeString(written, text);
        Path listing = repository.root().resolve("docs/api").resolve(artifact + ".txt");
        assertThat(Files.exists(listing) ? Files.readString(listing) : "")
                .as("docs/api/%s.txt; if the change is meant, copy build-checks/%s over it", artifact, written)
                .isEqualTo(text);
    }

    private Map<String, List<Class<?>>> typesByArtifact() {
        Map<String, List<Class<?>>> types = new TreeMap<>();
        repository
                .publishedArtifacts()
                .forEach((folder, artifact) -> types.put(
                        artifact,
                        repository.mainTypesOf(folder).stream()
                                .map(ApiListingTests::load)
                                .collect(Collectors.toList())));
        return types;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ApiListingTests.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(name + " is not on the class path of build-checks", e);
        }
    }
}
