package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.spec.SecretMask;
import java.io.PrintStream;

/** Prints what a test printed inside, so that whoever collects the output of tests here has it, and obeys none of it. */
final class PrintedInside {

    private PrintedInside() {}

    static void repeat(ExecResult result) {
        print(result.out(), System.out, result.mask());
        print(result.err(), System.err, result.mask());
    }

    private static void print(Output output, PrintStream stream, SecretMask mask) {
        if (output.size() == 0) {
            return;
        }
        stream.print(HarmlessText.of(mask.apply(output.text())));
        if (output.truncated()) {
            stream.println(
                    "\n(the first " + output.size() + " of " + output.written() + " bytes that were printed inside)");
        }
        stream.flush();
    }
}
