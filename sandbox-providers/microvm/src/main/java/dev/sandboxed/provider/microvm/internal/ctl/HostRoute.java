package dev.sandboxed.provider.microvm.internal.ctl;

import java.util.List;
import java.util.stream.Stream;

/**
 * A controller that is a program of this host.
 *
 * @param program the program and its first arguments
 * @param remedy what to do where it is missing
 */
record HostRoute(List<String> program, String remedy) implements Route {

    @Override
    public Way to(List<String> words) {
        List<String> argv = Stream.concat(program.stream(), words.stream()).toList();
        return () -> argv;
    }

    @Override
    public String describe() {
        return ShellWords.join(program);
    }
}
