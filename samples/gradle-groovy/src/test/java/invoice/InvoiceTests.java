package invoice;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Seed;
import org.junit.jupiter.api.Test;

/** The floor and the pool are the build's, and it keeps the files: look into build/reports/sandboxed/test/kept. */
@Sandboxed(seed = @Seed(path = "items.csv", text = "paper,4\nink,31\nstamps,7\n"))
class InvoiceTests {

    @Test
    void theItemsAreAddedUp(Sandbox sandbox) {
        assertThat(sandbox.shell("awk -F, '{ sum += $2 } END { print sum }' items.csv > total.txt"))
                .succeeded();

        assertThat(sandbox).hasFile("total.txt").withContent("42\n");
    }
}
