package dev.sandboxed.serve.internal.e2b.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.serve.internal.web.HttpError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JoinedFilesTests {

    private static final DataSize MOST = DataSize.ofBytes(8);

    @TempDir
    private Path folder;

    private SandboxProvider provider;
    private Sandbox sandbox;

    @BeforeEach
    void create() {
        provider = ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals("subprocess"))
                .findFirst()
                .orElseThrow()
                .open(ProviderContext.in(folder));
        sandbox = provider.create(SandboxSpec.defaults());
        sandbox.files().write("a", "1234");
        sandbox.files().write("b", "5678");
    }

    @AfterEach
    void close() {
        provider.close();
    }

    private JoinedFiles joined(String... paths) {
        return new JoinedFiles(sandbox.files(), List.of(paths), MOST);
    }

    @Test
    void asMuchAsIsAllowedIsRead() throws IOException {
        try (JoinedFiles files = joined("a", "b")) {
            assertThat(files.readAllBytes()).asString(StandardCharsets.UTF_8).isEqualTo("12345678");
        }
    }

    /** Somebody in the sandbox writes to it after its size was asked for. */
    @Test
    void aFileThatGrewMeanwhileIsNotReadToItsEnd() throws IOException {
        try (JoinedFiles files = joined("a", "b")) {
            sandbox.files().write("b", "56789");

            assertThatThrownBy(files::readAllBytes)
                    .isInstanceOf(HttpError.class)
                    .hasMessageContaining("may have 8 here, but has more")
                    .hasMessageStartingWith("not enough disk space available: ")
                    .satisfies(e -> assertThat(((HttpError) e).status()).isEqualTo(507));
        }
    }
}
