package dev.sandboxed.assertions;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.assertions.internal.message.FileMessages;
import dev.sandboxed.assertions.internal.message.JsonContent;
import dev.sandboxed.assertions.internal.message.JsonMessages;
import dev.sandboxed.assertions.internal.message.Scene;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Assertions on a file of a sandbox. Made by {@link SandboxAssert#hasFile}.
 *
 * <p>Size and mode are those of the moment at which the file was found. The content is read by each assertion that needs
 * it, as UTF-8 where it is text; a file that may not be read or has more than 16 MiB fails the assertion.
 */
public class SandboxFileAssert extends SceneAssert<SandboxFileAssert, FileEntry> {

    static final AssertFactory<FileEntry, SandboxFileAssert> WAY =
            new AssertFactory<>(SandboxFileAssert.class, FileEntry.class, SandboxFileAssert::new);

    private static final DataSize MOST = DataSize.ofMebibytes(16);

    private @Nullable SandboxAssert origin;

    /** For soft assertions, which need it to be public; use {@link SandboxAssert#hasFile}. */
    public SandboxFileAssert(@Nullable FileEntry actual) {
        super(actual, SandboxFileAssert.class);
    }

    SandboxFileAssert from(SandboxAssert back) {
        this.origin = back;
        return this;
    }

    /** Goes back to the sandbox. */
    public SandboxAssert and() {
        return Objects.requireNonNull(origin, "a file that was not navigated to has no way back");
    }

    /**
     * Checks the whole content.
     * <pre>{@code
     * sandbox.files().write("out.txt", "done\n");
     * assertThat(sandbox).hasFile("out.txt").withContent("done\n"); // passes
     * assertThat(sandbox).hasFile("out.txt").withContent("done");   // fails
     * }</pre>
     */
    public SandboxFileAssert withContent(String text) {
        String content = readText();
        if (!content.equals(text)) {
            throw failed(FileMessages.shouldHaveContent(actual, text, content, scene().mask()), text, content);
        }
        return this;
    }

    /**
     * Check that the content has a part.
     * <pre>{@code
     * sandbox.files().write("log", "started\nready\n");
     * assertThat(sandbox).hasFile("log").withContentContaining("ready");  // passes
     * assertThat(sandbox).hasFile("log").withContentContaining("failed"); // fails
     * }</pre>
     */
    public SandboxFileAssert withContentContaining(String part) {
        String content = readText();
        return check(content.contains(part), () -> FileMessages.shouldContain(actual, part, content, scene().mask()));
    }

    /**
     * Check that the content does not have a part.
     * <pre>{@code
     * sandbox.files().write("log", "started\nready\n");
     * assertThat(sandbox).hasFile("log").withContentNotContaining("failed"); // passes
     * assertThat(sandbox).hasFile("log").withContentNotContaining("ready");  // fails
     * }</pre>
     */
    public SandboxFileAssert withContentNotContaining(String part) {
        String content = readText();
        return check(
                !content.contains(part), () -> FileMessages.shouldNotContain(actual, part, content, scene().mask()));
    }

    /**
     * Checks the whole content, byte by byte.
     * <pre>{@code
     * sandbox.files().write("data", new byte[] {1, 2, 3});
     * assertThat(sandbox).hasFile("data").withBytes(new byte[] {1, 2, 3}); // passes
     * assertThat(sandbox).hasFile("data").withBytes(new byte[] {1, 2});    // fails
     * }</pre>
     */
    public SandboxFileAssert withBytes(byte[] bytes) {
        byte[] content = read();
        return check(Arrays.equals(bytes, content), () -> FileMessages.shouldHaveBytes(actual, bytes, content));
    }

    /**
     * Checks the permission bits.
     * <pre>{@code
     * sandbox.files().chmod("run.sh", 0755);
     * assertThat(sandbox).hasFile("run.sh").withMode(0755); // passes
     * assertThat(sandbox).hasFile("run.sh").withMode(0644); // fails
     * }</pre>
     */
    public SandboxFileAssert withMode(int mode) {
        isNotNull();
        return check(actual.mode() == mode, () -> FileMessages.shouldHaveMode(actual, mode));
    }

    /**
     * Checks the size in bytes.
     * <pre>{@code
     * sandbox.files().write("out.txt", "done\n");
     * assertThat(sandbox).hasFile("out.txt").withSize(5); // passes
     * assertThat(sandbox).hasFile("out.txt").withSize(4); // fails
     * }</pre>
     */
    public SandboxFileAssert withSize(long bytes) {
        isNotNull();
        return check(
                actual.size() == bytes,
                () -> FileMessages.shouldHaveSize(actual, "to have a size of " + bytes + " bytes"));
    }

    /**
     * Check that there is nothing in it.
     * <pre>{@code
     * sandbox.files().write("err.txt", "");
     * assertThat(sandbox).hasFile("err.txt").isEmpty(); // passes
     * assertThat(sandbox).hasFile("out.txt").isEmpty(); // fails if there is something in it
     * }</pre>
     */
    public SandboxFileAssert isEmpty() {
        isNotNull();
        return check(actual.size() == 0, () -> FileMessages.shouldHaveSize(actual, "to be empty"));
    }

    /**
     * Check that there is something in it.
     * <pre>{@code
     * sandbox.files().write("out.txt", "done\n");
     * assertThat(sandbox).hasFile("out.txt").isNotEmpty(); // passes
     * assertThat(sandbox).hasFile("err.txt").isNotEmpty(); // fails if there is nothing in it
     * }</pre>
     */
    public SandboxFileAssert isNotEmpty() {
        isNotNull();
        return check(actual.size() != 0, () -> FileMessages.shouldHaveSize(actual, "not to be empty"));
    }

    /**
     * Check that the content is this JSON. White space and the order of members do not matter, the order of elements does,
     * and numbers are equal by value.
     * <pre>{@code
     * sandbox.files().write("a.json", "{\"x\": 1, \"y\": [2, 3]}");
     * assertThat(sandbox).hasFile("a.json").withJson("{\"y\":[2,3],\"x\":1.0}"); // passes
     * assertThat(sandbox).hasFile("a.json").withJson("{\"y\":[3,2],\"x\":1}");   // fails
     * }</pre>
     *
     * @throws IllegalArgumentException if the expected text is not JSON
     */
    public SandboxFileAssert withJson(String json) {
        JsonContent expected = expectedJson(json);
        String content = readText();
        List<String> differences = parse(content).differencesFrom(expected, scene().mask());
        if (!differences.isEmpty()) {
            throw failed(JsonMessages.shouldBeEqual(actual, differences), json, content);
        }
        return this;
    }

    /**
     * Lead to a value in the JSON of the file by its pointer; {@code and()} leads back. Fails if there is none.
     * <pre>{@code
     * sandbox.files().write("a.json", "{\"x\": 1, \"y\": [2, 3]}");
     * assertThat(sandbox).hasFile("a.json").jsonAt("/y/0").isEqualTo(2); // passes
     * assertThat(sandbox).hasFile("a.json").jsonAt("/z").isNull();       // fails: there is no z, not even null
     * }</pre>
     *
     * @throws IllegalArgumentException if the pointer is malformed: it must be empty or begin with a slash
     */
    public JsonValueAssert jsonAt(String pointer) {
        return lead(JsonValueAssert.WAY, () -> valueAt(pointer))
                .from(this, "value at " + pointer + " of " + path(), sceneIfAny());
    }

    /**
     * Lead to the content as text; {@code and()} leads back.
     * <pre>{@code
     * sandbox.files().write("out.txt", "done\n");
     * assertThat(sandbox).hasFile("out.txt").text().startsWith("do"); // passes
     * assertThat(sandbox).hasFile("out.txt").text().hasLineCount(2);  // fails
     * }</pre>
     */
    public TextAssert<SandboxFileAssert> text() {
        TextAssert<SandboxFileAssert> text = lead(TextAssert.way(), this::readText);
        return text.from(this, "content of " + path(), sceneIfAny());
    }

    /**
     * Lead to the content as bytes; {@code and()} leads back.
     * <pre>{@code
     * sandbox.files().write("data", new byte[] {1, 2, 3});
     * assertThat(sandbox).hasFile("data").bytes().startsWith(1, 2); // passes
     * assertThat(sandbox).hasFile("data").bytes().contains(4);      // fails
     * }</pre>
     */
    public BytesAssert<SandboxFileAssert> bytes() {
        BytesAssert<SandboxFileAssert> bytes = lead(BytesAssert.way(), this::read);
        return bytes.from(this, "content of " + path(), sceneIfAny());
    }

    @Override
    Scene scene() {
        return and().scene();
    }

    private String path() {
        return actual == null ? "a missing file" : actual.path();
    }

    private String readText() {
        return new String(read(), StandardCharsets.UTF_8);
    }

    private byte[] read() {
        isNotNull();
        try (InputStream content = and().sandbox().files().read(actual.path())) {
            byte[] bytes = content.readNBytes((int) MOST.bytes() + 1);
            check(bytes.length <= MOST.bytes(), () -> FileMessages.shouldFitInMemory(actual, MOST));
            return bytes;
        } catch (SandboxFileException refused) {
            throw failed(FileMessages.shouldBeReadable(actual, refused));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable Object valueAt(String pointer) {
        JsonContent json = parse(readText());
        check(json.has(pointer), () -> JsonMessages.shouldHave(pointer, actual, json, scene().mask()));
        return json.at(pointer);
    }

    private JsonContent parse(String content) {
        try {
            return JsonContent.parse(content);
        } catch (IllegalArgumentException malformed) {
            throw failed(JsonMessages.shouldBeJson(actual, String.valueOf(malformed.getMessage())));
        }
    }

    private static JsonContent expectedJson(String json) {
        try {
            return JsonContent.parse(json);
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException("The expected JSON is not JSON: " + malformed.getMessage(), malformed);
        }
    }
}
