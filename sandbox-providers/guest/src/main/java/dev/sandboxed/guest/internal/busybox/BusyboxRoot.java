package dev.sandboxed.guest.internal.busybox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What lies in a root file system that is made around a busybox, the same each time. For provider authors. */
public final class BusyboxRoot {

    private static final List<String> FOLDERS = List.of(
            "bin",
            "dev",
            "etc",
            "home",
            "mnt",
            "opt",
            "proc",
            "run",
            "sbin",
            "sys",
            "usr",
            "usr/bin",
            "usr/local",
            "usr/local/bin",
            "usr/sbin",
            "var",
            "workspace");
    private static final String PROGRAM = "bin/busybox";
    private static final String USERS = """
            root:x:0:0:root:/root:/bin/sh
            sandbox:x:1000:1000:sandbox:/home/sandbox:/bin/sh
            nobody:x:65534:65534:nobody:/:/bin/false
            """;
    private static final String GROUPS = """
            root:x:0:
            tty:x:5:
            sandbox:x:1000:
            nogroup:x:65534:
            """;
    private static final int SANDBOX = 1000;

    private BusyboxRoot() {}

    /** Where it is written to. */
    public interface Place {

        /** Adds a folder that belongs to a user and the group of the same number. */
        void folder(String path, int mode, int owner) throws IOException;

        /** Adds a file of root's. */
        void file(String path, int mode, byte[] content) throws IOException;

        /** Adds a link. */
        void link(String path, String target) throws IOException;
    }

    /**
     * Writes all of it, each folder before what is in it.
     *
     * @param program the busybox
     * @param applets the names under which it can be called, without a leading slash
     */
    public static void write(byte[] program, List<String> applets, Place place) throws IOException {
        for (String folder : FOLDERS) {
            place.folder(folder, 0755, 0);
        }
        place.folder("root", 0700, 0);
        place.folder("tmp", 01777, 0);
        place.folder("var/tmp", 01777, 0);
        place.folder("home/sandbox", 0755, SANDBOX);
        place.file(PROGRAM, 0755, program);
        for (String applet : applets) {
            if (!applet.equals(PROGRAM)) {
                place.link(applet, "/" + PROGRAM);
            }
        }
        place.file("etc/passwd", 0644, USERS.getBytes(StandardCharsets.UTF_8));
        place.file("etc/group", 0644, GROUPS.getBytes(StandardCharsets.UTF_8));
    }
}
