package dev.sandboxed.api.provision;

import java.net.URI;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Where a program can come from. */
public sealed interface Source {

    /**
     * Packages of the host's own distribution.
     *
     * @param names what they are called, by who installs them; whoever is missing here has none
     */
    record Packages(Map<PackageManager, List<String>> names) implements Source {

        public Packages {
            names = Map.copyOf(names);
        }

        /** Describes a package that has the same name in every distribution of Linux, and is of no use elsewhere. */
        public static Packages onLinux(String name) {
            return of(name, EnumSet.of(PackageManager.APT, PackageManager.DNF, PackageManager.APK));
        }

        /** Describes a package that everybody has by the same name. */
        public static Packages everywhere(String name) {
            return of(name, EnumSet.allOf(PackageManager.class));
        }

        private static Packages of(String name, Set<PackageManager> managers) {
            return new Packages(managers.stream().collect(Collectors.toMap(manager -> manager, any -> List.of(name))));
        }
    }

    /**
     * A package of the host's own distribution that is unpacked into a folder of the user and not installed: nothing on the host
     * changes, and nobody has to be root. The program is then that folder.
     *
     * @param manager who has the package
     * @param name what it is called
     * @param leadsTo how the name of the package begins that is unpacked instead, among those that it depends on, where it only
     *     says which one is the newest; empty if it is unpacked itself
     */
    record Unpacked(PackageManager manager, String name, Optional<String> leadsTo) implements Source {

        /** Describes a package that only says which one is the newest, and depends on that. */
        public static Unpacked newest(PackageManager manager, String name, String leadsTo) {
            return new Unpacked(manager, name, Optional.of(leadsTo));
        }
    }

    /**
     * A file that its makers publish: a program that needs nothing else, or an archive with it.
     *
     * @param version which release it is
     * @param site where its makers publish; a mirror has the same files in another place
     * @param files what to fetch from there, by architecture
     */
    record Release(String version, URI site, Map<Architecture, Published> files) implements Source {

        /**
         * Describes a release.
         *
         * @throws IllegalArgumentException if the site's address does not end with a slash
         */
        public Release {
            if (!site.toString().endsWith("/")) {
                throw new IllegalArgumentException(
                        "The address of a site ends with a slash; this one does not: " + site);
            }
            files = Map.copyOf(files);
        }
    }
}
