package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.core.internal.kept.ClassPathFolders;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The class path of the tests, ready to be brought into sandboxes: all jars in one folder, so that one mount is enough, and
 * folders where they are, so that what was just compiled needs no packing.
 *
 * @param folder where the jars are, named by what is in it
 * @param classPath the class path
 */
record Shipment(Path folder, OrderedPath classPath) {

    private static final String JARS = "jars";

    /** A sweep may remove it just before it is used; no sweep does that often. */
    private static final int MOST_ATTEMPTS = 10;

    /**
     * For a JVM that lives shortly, and whose output is read as UTF-8 whatever the locale inside. While JUnit starts, what would be compiled
     * is not run often enough to be worth it, and compilers make nearly half of all system calls, each of which is dear where a kernel in
     * user space answers: when they lock, and when they look how much memory is left, to see whether there may be one more of them.
     */
    private static final List<String> FLAGS = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:CompileThresholdScaling=5",
            "-XX:-UseDynamicNumberOfCompilerThreads",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Dfile.encoding=UTF-8",
            "-Dsun.stdout.encoding=UTF-8",
            "-Dsun.stderr.encoding=UTF-8",
            "-Dstdout.encoding=UTF-8",
            "-Dstderr.encoding=UTF-8",
            Shipment.class.desiredAssertionStatus() ? "-ea" : "-da");

    /**
     * Prepares the class path, or finds what was prepared by an earlier run.
     *
     * @param state the folder for files of ours
     * @throws dev.sandboxed.junit.InsideSandboxException if others may write there
     */
    static Shipment of(OrderedPath classPath, Path state) {
        try {
            Path own = OwnFolder.in(state, ClassPathFolders.FOLDER);
            Shipment shipment = new Shipment(own.resolve(classPath.digest()), classPath);
            for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
                Publication.once(shipment.folder, shipment::fill);
                if (ClassPathFolders.use(shipment.folder)) {
                    return shipment;
                }
            }
            throw new IOException("'" + shipment.folder + "' was removed " + MOST_ATTEMPTS
                    + " times by something else while it was made; set sandbox.stateDir to a folder of your own");
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot prepare the class path for tests that run inside, in " + state, e);
        }
    }

    private void fill(Path target) throws IOException {
        Files.createDirectories(target.resolve(JARS));
        for (int i = 0; i < classPath.jars().size(); i++) {
            linkOrCopy(classPath.jars().get(i), target.resolve(JARS).resolve(jarName(i)));
        }
        for (Way way : Way.values()) {
            Files.writeString(target.resolve(way.fileName("")), argument(entries(way)));
            Files.writeString(target.resolve(way.fileName("-jars")), argument(jars(way)));
        }
        Files.writeString(target.resolve(ClassPathFolders.SIGN), classPath.digest());
    }

    /** Another name for a file costs nothing; on another disk it must be a copy. */
    private static void linkOrCopy(Path jar, Path target) throws IOException {
        try {
            Files.createLink(target, jar.toRealPath());
        } catch (IOException | UnsupportedOperationException e) {
            Files.copy(jar, target);
        }
    }

    private String jarName(int index) {
        return String.format("%03d-", index) + classPath.jars().get(index).getFileName();
    }

    private List<String> jars(Way way) {
        List<String> jars = new ArrayList<>();
        for (int i = 0; i < classPath.jars().size(); i++) {
            jars.add(way.shipped(this) + "/" + JARS + "/" + jarName(i));
        }
        return jars;
    }

    private List<String> entries(Way way) {
        List<String> jars = jars(way);
        return classPath.entries().stream()
                .map(entry -> classPath.jars().contains(entry)
                        ? jars.get(classPath.jars().indexOf(entry))
                        : way.folder(classPath.folders().indexOf(entry), entry))
                .toList();
    }

    /** The class path is quoted as files with arguments of the JVM want it. */
    private static String argument(List<String> entries) {
        String path = entries.stream().collect(Collectors.joining(File.pathSeparator));
        return String.join("\n", FLAGS) + "\n-cp\n\""
                + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n";
    }

    /** Returns what makes it visible inside. */
    List<Mount> mounts() {
        List<Mount> mounts = new ArrayList<>();
        mounts.add(Mount.readOnly(folder, Way.MOUNTED.shipped(this)));
        for (int i = 0; i < classPath.folders().size(); i++) {
            Path each = classPath.folders().get(i);
            mounts.add(Mount.readOnly(each, Way.MOUNTED.folder(i, each)));
        }
        return mounts;
    }

    /** Copies it into a sandbox. */
    void upload(Sandbox sandbox) {
        sandbox.files().upload(folder.resolve(JARS), Way.UPLOADED.shipped(this) + "/" + JARS);
        sandbox.files().upload(folder.resolve(Way.UPLOADED.fileName("")), Way.UPLOADED.classPathFile(this));
        for (int i = 0; i < classPath.folders().size(); i++) {
            Path each = classPath.folders().get(i);
            sandbox.files().upload(each, Way.UPLOADED.folder(i, each));
        }
    }

    /** Returns a file by which a command recognises that it sees the files of this host. */
    Path sign() {
        return folder.resolve(ClassPathFolders.SIGN);
    }
}
