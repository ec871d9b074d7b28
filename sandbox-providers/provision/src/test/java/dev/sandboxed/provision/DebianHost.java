package dev.sandboxed.provision;

import dev.sandboxed.provision.plan.ProvisionSettings;
import dev.sandboxed.provision.plan.ProvisionSettings.Fetching;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Stand-ins for the programs of Debian that get packages as files. */
record DebianHost(Path folder) {

    /** Puts them into the path, with version 1 of the kernel as the newest. */
    DebianHost install() throws Exception {
        Files.createDirectories(folder.resolve("bin"));
        Files.writeString(folder.resolve("lists"), "deb_Packages\n");
        // A real apt-get answers from its lists; this one from the files that 'publish' writes.
        program("apt-get", """
                echo "apt-get $*" >>%1$s/calls
                case "$*" in
                    indextargets*) cat %1$s/lists ;;
                    update) echo deb_Packages >%1$s/lists ;;
                    '--print-uris download '*) cat "%1$s/$3.uri" ;;
                    'download '*) cp "%1$s/$2.content" "$(cat "%1$s/$2.file")" ;;
                esac""");
        program("apt-cache", """
                case "$*" in
                    'show --no-all-versions kernel-cloud') cat %1$s/depends ;;
                    *) echo "E: No packages found" >&2; exit 100 ;;
                esac""");
        unpacksWell();
        publish("1");
        return this;
    }

    /** Lets unpacking succeed: the one file of a package is its kernel. */
    void unpacksWell() throws IOException {
        program("dpkg-deb", "mkdir -p \"$3/boot\" && cp \"$2\" \"$3/boot/vmlinuz\"");
    }

    void program(String name, String script) throws IOException {
        Path file = folder.resolve("bin").resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script.formatted(folder) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Makes a version of the kernel the newest. */
    void publish(String version) throws Exception {
        String name = "kernel-image-" + version;
        String content = "kernel " + version;
        String file = name + "_" + version + ".0_amd64.deb";
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
        Files.writeString(
                folder.resolve("depends"),
                "Package: kernel-cloud\nDepends: kmod (>= 3), " + name + " (= " + version + ".0)\n");
        Files.writeString(folder.resolve(name + ".content"), content);
        Files.writeString(folder.resolve(name + ".file"), file);
        Files.writeString(
                folder.resolve(name + ".uri"),
                "'http://packages.example/" + file + "' " + file + " " + content.length() + " SHA256:"
                        + HexFormat.of().formatHex(digest) + "\n");
    }

    /** Lets a version of the kernel be another file than the lists say. */
    void spoil(String version) throws IOException {
        Files.writeString(folder.resolve("kernel-image-" + version + ".content"), "something else");
    }

    /** Lets nobody have asked yet which packages there are. */
    void forgetLists() throws IOException {
        Files.writeString(folder.resolve("lists"), "");
    }

    /** Returns what apt-get was told to do, without the questions. */
    List<String> changes() throws IOException {
        return Files.readAllLines(folder.resolve("calls")).stream()
                .filter(call -> !call.contains("--print-uris") && !call.contains("indextargets"))
                .toList();
    }

    ProvisionSettings settings(boolean root, Fetching fetching) {
        return new ProvisionSettings(
                folder.resolve("tools"),
                Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"),
                Map.of(),
                "amd64",
                root,
                fetching);
    }
}
