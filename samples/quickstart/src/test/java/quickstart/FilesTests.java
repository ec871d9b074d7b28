package quickstart;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Seed;
import org.junit.jupiter.api.Test;

/** Files go in before the first command, and what the commands made of them is asserted afterwards. */
class FilesTests {

    @Test
    @Sandboxed(seed = @Seed(path = "fruits.txt", text = "pear\napple\nplum\n"))
    void aSeedFileIsThereAndTheResultCanBeAsserted(Sandbox sandbox) {
        // Paths in commands are relative to the sandbox's folder: that means the same with every provider.
        assertThat(sandbox.shell("mkdir out && sort fruits.txt > out/sorted.txt"))
                .succeeded();

        assertThat(sandbox).hasFile("out/sorted.txt").withContent("apple\npear\nplum\n");
        assertThat(sandbox).hasDirectory("out").withEntries("sorted.txt");
        assertThat(sandbox).doesNotHaveFile("out/fruits.txt");
    }
}
