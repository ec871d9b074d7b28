package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.junit.InsideSandboxException;
import dev.sandboxed.testkit.Answer;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuestJavaTests {

    private static final HostJava HOST = new HostJava(Path.of("/jdk"));

    @TempDir
    Path state;

    private GuestJava find(String answer, boolean mounted) throws Exception {
        Shipment shipment = Shipment.of(OrderedPath.of(List.of()), state);
        String said = answer.replace("SIGN", shipment.classPath().digest());
        try (MockSandboxProvider provider = MockSandboxProvider.builder()
                        .onAnything()
                        .answer(Answer.stdout(said))
                        .build();
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            return GuestJava.find(sandbox, HOST, shipment, mounted);
        }
    }

    @Test
    void theFirstThatIsNewEnoughIsTaken() throws Exception {
        GuestJava java = find("""
                sign=
                java=/jdk/bin/java
                    java.specification.version = 1.8
                java=java
                    java.specification.version = 21
                """, false);

        assertThat(java.program()).isEqualTo("java");
        assertThat(java.way()).isEqualTo(Way.UPLOADED);
    }

    @Test
    void classesAreWhereTheyAreForWhoeverSeesFilesOfTheHost() throws Exception {
        String java = "java=/jdk/bin/java\n    java.specification.version = 17\n";

        assertThat(find("sign=SIGN\n" + java, false).way()).isEqualTo(Way.SHARED);
        assertThat(find("sign=another\n" + java, false).way()).isEqualTo(Way.UPLOADED);
        assertThat(find("sign=\n" + java, true).way()).isEqualTo(Way.MOUNTED);
    }

    @Test
    void whereNoneRunsTheErrorTellsWhatWasTriedAndWhatHelps() {
        assertThatThrownBy(
                        () -> find("sign=\njava=/jdk/bin/java\nsh: not found\njava=java\nsh: java: not found\n", false))
                .isInstanceOf(InsideSandboxException.class)
                .hasMessageContaining("No Java 17 or newer runs inside the sandbox: /jdk/bin/java: sh: not found;")
                .hasMessageContaining("java: sh: java: not found")
                .hasMessageContaining("remedy: use an image that has a JDK in its path");
    }

    @Test
    void theHeapLeavesRoomBelowTheLimitOfMemory() {
        GuestJava java = new GuestJava("java", "", Way.SHARED);

        assertThat(java.command("f", Limits.NONE)).containsExactly("java", "@f", "-Xmx524288k");
        assertThat(java.command("f", memory(256))).contains("-Xmx163840k");
        assertThat(java.command("f", memory(1024))).contains("-Xmx786432k");
        assertThat(java.command("f", memory(64))).contains("-Xmx24576k");
    }

    private static Limits memory(int mebibytes) {
        return Limits.NONE.toBuilder().memory(DataSize.ofMebibytes(mebibytes)).build();
    }
}
