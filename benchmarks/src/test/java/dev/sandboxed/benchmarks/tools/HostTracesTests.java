package dev.sandboxed.benchmarks.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HostTracesTests {

    private static final String ID = "subprocess-0123456789abcdef";
    private static final String CONTAINER = "0123456789abcdef".repeat(4);

    private Process process;

    @BeforeEach
    void start() throws Exception {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo; read wait; exit 0 # " + CONTAINER);
        builder.environment().put("SANDBOXED", ID);
        process = builder.start();
        assertThat(process.getInputStream().read()).as("it runs").isEqualTo('\n');
    }

    @AfterEach
    void end() throws Exception {
        process.destroyForcibly().waitFor();
    }

    @Test
    void aProcessIsFoundByTheSandboxInItsEnvironment() {
        assertThat(new HostTraces(Set.of(ID)).find()).singleElement().asString().startsWith("process " + process.pid());
    }

    @Test
    void aProcessIsFoundByTheContainerInItsCommandLine() {
        assertThat(new HostTraces(Set.of(CONTAINER)).find())
                .singleElement()
                .asString()
                .startsWith("process " + process.pid());
    }

    @Test
    void aProcessIsFoundByAVariable() {
        assertThat(HostTraces.processesWith("SANDBOXED=" + ID + " ")).hasSize(1);
    }

    @Test
    void whatHasAnotherNameIsNotFound() {
        assertThat(new HostTraces(Set.of("subprocess-0123456789abcde0")).find()).isEmpty();
        assertThat(HostTraces.processesWith("SANDBOXED=" + ID + "0")).isEmpty();
    }

    @Test
    void whatHasEndedIsNotFound() throws Exception {
        end();

        assertThat(new HostTraces(Set.of(ID, CONTAINER)).find()).isEmpty();
    }

    @Test
    void namesAreIdsOfSandboxesAndContainersAndNothingElse() {
        assertThat(HostTraces.isName(ID)).isTrue();
        assertThat(HostTraces.isName(CONTAINER)).isTrue();
        assertThat(HostTraces.isName("1234")).isFalse();
        assertThat(HostTraces.nameAtTheStartOf(ID + ".json")).contains(ID);
        assertThat(HostTraces.nameAtTheStartOf("draft-of-" + ID)).isEmpty();
    }
}
