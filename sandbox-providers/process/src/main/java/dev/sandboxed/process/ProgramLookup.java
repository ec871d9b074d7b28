package dev.sandboxed.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Finds the file to execute as a shell would, in the environment that the command will have. */
final class ProgramLookup {

    private ProgramLookup() {}

    /** What a lookup came to. */
    sealed interface Found {}

    /** The file to execute, as a script sees itself named: relative to where it starts if it was given like that. */
    record Program(String file) implements Found {}

    /** There is nothing to execute: the code and message that a shell would give. */
    record Missing(int exitCode, String message) implements Found {}

    static Found find(String name, Map<String, String> env, Path cwd) {
        if (name.indexOf('/') >= 0) {
            return check(name, name, cwd);
        }
        Found best = new Missing(127, name + ": command not found");
        for (String directory :
                env.getOrDefault("PATH", HostPrograms.USUAL_PATH).split(":", -1)) {
            Found here = check(name, directory.isEmpty() ? "./" + name : directory + "/" + name, cwd);
            if (here instanceof Program) {
                return here;
            }
            if (here instanceof Missing missing && missing.exitCode() == 126) {
                best = here;
            }
        }
        return best;
    }

    private static Found check(String name, String path, Path cwd) {
        Path file = cwd.resolve(path);
        if (!Files.exists(file)) {
            return new Missing(127, name + ": no such file");
        }
        if (Files.isDirectory(file)) {
            return new Missing(126, name + ": is a directory");
        }
        return Files.isExecutable(file) ? new Program(path) : new Missing(126, name + ": permission denied");
    }
}
