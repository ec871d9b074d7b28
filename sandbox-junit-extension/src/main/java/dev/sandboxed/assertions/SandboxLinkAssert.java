package dev.sandboxed.assertions;

import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.assertions.internal.message.FileMessages;
import dev.sandboxed.assertions.internal.message.Scene;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Assertions on a symbolic link of a sandbox. Made by {@link SandboxAssert#hasLink}. */
public class SandboxLinkAssert extends SceneAssert<SandboxLinkAssert, FileEntry> {

    static final AssertFactory<FileEntry, SandboxLinkAssert> WAY =
            new AssertFactory<>(SandboxLinkAssert.class, FileEntry.class, SandboxLinkAssert::new);

    private @Nullable SandboxAssert origin;

    /** For soft assertions, which need it to be public; use {@link SandboxAssert#hasLink}. */
    public SandboxLinkAssert(@Nullable FileEntry actual) {
        super(actual, SandboxLinkAssert.class);
    }

    SandboxLinkAssert from(SandboxAssert back) {
        this.origin = back;
        return this;
    }

    /** Goes back to the sandbox. */
    public SandboxAssert and() {
        return Objects.requireNonNull(origin, "a link that was not navigated to has no way back");
    }

    /**
     * Check where it leads, as it is written in the link.
     * <pre>{@code
     * sandbox.files().link("/workspace/latest", "v2");
     * assertThat(sandbox).hasLink("/workspace/latest").to("v2");            // passes
     * assertThat(sandbox).hasLink("/workspace/latest").to("/workspace/v2"); // fails
     * }</pre>
     */
    public SandboxLinkAssert to(String target) {
        isNotNull();
        return check(
                actual.linkTarget().filter(target::equals).isPresent(),
                () -> FileMessages.shouldLeadTo(actual, target));
    }

    @Override
    Scene scene() {
        return and().scene();
    }
}
