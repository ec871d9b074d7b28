package dev.sandboxed.api.provision;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Something that a provider needs of its host. Whether all of it together works, the provider's status tells. */
public sealed interface Requirement {

    /** Returns what people call it, for example {@code /dev/kvm} or {@code runsc}. */
    String name();

    /** Returns what it is needed for, in a few words. */
    String purpose();

    /** Describes something that nobody installs: a feature of the kernel, a service that runs, being root. */
    static Requirement of(String name, String purpose) {
        return new Feature(name, purpose);
    }

    /**
     * A program, or whatever else is found by its name in the path: a folder that was unpacked, for example.
     *
     * @param name what its file is called
     * @param purpose what it is needed for
     * @param optional whether the provider works without it, with less to offer
     * @param instead what the files of other programs are called that do as well
     * @param atLeast the oldest version that will do, in the numbers that {@code --version} prints; any if empty
     * @param sources where it can come from, the best first; empty if a person has to find it
     */
    record Program(
            String name,
            String purpose,
            boolean optional,
            List<String> instead,
            Optional<String> atLeast,
            List<Source> sources)
            implements Requirement {

        public Program {
            instead = List.copyOf(instead);
            sources = List.copyOf(sources);
        }

        /** Describes one that must be there, in any version. */
        public static Program of(String name, String purpose, Source... sources) {
            return new Program(name, purpose, false, List.of(), Optional.empty(), List.of(sources));
        }

        /** Returns what the files of all programs are called that will do, the one to prefer first. */
        public List<String> names() {
            return Stream.concat(Stream.of(name), instead.stream()).toList();
        }

        /** Returns it as one that the provider works without. */
        public Program orWithout() {
            return new Program(name, purpose, true, instead, atLeast, sources);
        }

        /** Returns it with other programs that do as well. */
        public Program or(List<String> others) {
            return new Program(name, purpose, optional, others, atLeast, sources);
        }

        /** Returns it with the oldest version that will do. */
        public Program atLeast(String version) {
            return new Program(name, purpose, optional, instead, Optional.of(version), sources);
        }
    }

    /**
     * Something that nobody installs.
     *
     * @param name what people call it
     * @param purpose what it is needed for
     */
    record Feature(String name, String purpose) implements Requirement {}
}
