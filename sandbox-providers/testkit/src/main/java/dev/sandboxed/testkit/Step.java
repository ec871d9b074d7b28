package dev.sandboxed.testkit;

import dev.sandboxed.api.exec.OutputChunk;
import java.time.Duration;

/** One thing that a scripted command does before it ends. */
sealed interface Step {

    /** Writes a chunk to an output. */
    record Print(OutputChunk chunk) implements Step {}

    /** Takes time. */
    record Delay(Duration time) implements Step {}

    /** Stand still until a gate opens. */
    record Block(Gate gate) implements Step {}

    /** Writes a file in the sandbox. */
    record WriteFile(String path, String text) implements Step {}
}
