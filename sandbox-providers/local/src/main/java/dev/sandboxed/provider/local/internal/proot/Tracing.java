package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.linux.internal.seccomp.FilterProgram;
import dev.sandboxed.linux.internal.seccomp.ProgramKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How a command is traced: a program outside starts PRoot with a filter of system calls and ends as the command ends; a
 * shell inside tells it how that was.
 *
 * @param program the path of PRoot
 * @param scratch a folder of the host that only we use; it may have the loader of PRoot in it
 * @param view the options that say what is seen inside
 */
record Tracing(Path program, Path scratch, List<String> view) {

    private static final String OUTSIDE = text("outside.pl");
    private static final String INSIDE = text("inside.sh");

    private static final String PRCTL =
            ProgramKind.current().map(kind -> String.valueOf(kind.prctl())).orElse("");
    private static final String FILTER = HexFormat.of().formatHex(FilterProgram.forTranslatedPaths());

    /** Makes PRoot keep its own files in our folder, if it is new enough to obey. */
    private static final String FOLDER_VARIABLE = "PROOT_TMP_DIR";

    private static final String EXPORTS_VARIABLE = "SANDBOXED_EXPORTS";

    /** What Perl, PRoot and the C library obey. */
    private static final Pattern OBEYED =
            Pattern.compile("(LD_|PERL|PROOT_|GLIBC_|MALLOC_|TALLOC_)\\w*|GCONV_PATH|LOCPATH|NLSPATH");

    Tracing {
        view = List.copyOf(view);
    }

    /** Returns what is executed on the host for a command that starts in a directory inside. */
    List<String> of(List<String> argv, String directory) {
        List<String> all = new ArrayList<>(List.of("/usr/bin/perl", "-e", OUTSIDE, PRCTL, FILTER));
        all.addAll(List.of(program.toString(), "-v", "1"));
        all.addAll(view);
        all.addAll(List.of("-w", directory));
        all.addAll(List.of("/bin/sh", "-c", INSIDE, "sandboxed"));
        all.addAll(argv);
        return all;
    }

    /**
     * Returns the environment for what is executed on the host. Variables that would change what the programs outside do are
     * set by the shell inside: whoever says where libraries are means paths inside, and code there must not get to run
     * outside.
     *
     * @param ofCommand what the command shall have
     */
    Map<String, String> environment(Map<String, String> ofCommand) {
        Map<String, String> env = new HashMap<>();
        StringBuilder exports = new StringBuilder();
        ofCommand.forEach((name, value) -> {
            if (OBEYED.matcher(name).matches()) {
                exports.append(exports.isEmpty() ? "export " : " ").append(name).append('=');
                exports.append(Command.quote(value));
            } else {
                env.put(name, value);
            }
        });
        env.put(EXPORTS_VARIABLE, exports.toString());
        env.put(FOLDER_VARIABLE, scratch.toString());
        env.putAll(Loader.variables(scratch));
        return env;
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
