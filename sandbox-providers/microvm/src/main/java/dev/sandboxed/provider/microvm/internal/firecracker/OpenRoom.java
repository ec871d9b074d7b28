package dev.sandboxed.provider.microvm.internal.firecracker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder like any other: Firecracker has the rights of our user, and knows files by the names that we know.
 *
 * @param program its file
 * @param folder where it is started
 */
record OpenRoom(Path program, Path folder) implements Room {

    @Override
    public List<String> argv(List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of(program.toString()));
        argv.addAll(arguments);
        return argv;
    }

    /** One that was left there would be in the way. */
    @Override
    public void prepare(List<String> sockets) throws IOException {
        for (String socket : sockets) {
            Files.deleteIfExists(folder.resolve(socket));
        }
    }

    @Override
    public String show(Path file, String name) {
        return file.toString();
    }

    @Override
    public String bring(Path file, String name) {
        return file.toString();
    }

    @Override
    public String lend(String name) {
        return name;
    }

    @Override
    public String pathFor(Path file) {
        return file.toString();
    }

    @Override
    public void fetch(Path file) {
        // It is where it belongs.
    }
}
