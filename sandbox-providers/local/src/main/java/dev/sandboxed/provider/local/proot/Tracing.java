package dev.sandboxed.provider.local.proot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a command is traced: a program outside starts PRoot with a filter of system calls and ends as the command ends; a
 * shell inside tells it how that was.
 *
 * @param program the path of PRoot
 * @param scratch a folder of the host that only we use
 * @param view the options that say what is seen inside
 */
record Tracing(Path program, Path scratch, List<String> view) {

    /** Makes PRoot keep its own files in our folder: what is killed cannot clean up in a shared one. */
    static final String FOLDER_VARIABLE = "PROOT_TMP_DIR";

    private static final String OUTSIDE = text("outside.pl");
    private static final String INSIDE = text("inside.sh");

    /** Begin what is executed on the host with what makes PRoot safe to use. */
    static List<String> begin(Path program) {
        return new ArrayList<>(List.of("/usr/bin/perl", "-e", OUTSIDE, program.toString(), "-v", "1"));
    }

    /** Continue with what is executed inside: a shell that tells how the command ends. */
    static List<String> inside(List<String> argv) {
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", INSIDE, "sandboxed"));
        all.addAll(argv);
        return all;
    }

    /** Give what is executed on the host for a command that starts in a directory inside. */
    List<String> of(List<String> argv, String directory) {
        List<String> all = begin(program);
        all.addAll(view);
        all.addAll(List.of("-w", directory));
        all.addAll(inside(argv));
        return all;
    }

    private static String text(String name) {
        try (InputStream script = Tracing.class.getResourceAsStream(name)) {
            if (script == null) {
                throw new IllegalStateException("The jar of the provider lacks " + name);
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
