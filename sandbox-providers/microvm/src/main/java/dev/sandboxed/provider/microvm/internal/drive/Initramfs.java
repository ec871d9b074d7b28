package dev.sandboxed.provider.microvm.internal.drive;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.cpio.CpioArchiveEntry;
import org.apache.commons.compress.archivers.cpio.CpioArchiveOutputStream;
import org.apache.commons.compress.archivers.cpio.CpioConstants;

/** What a kernel begins with: the listener as its first process, modules, and places to mount drives at. */
final class Initramfs {

    private static final List<String> FOLDERS = List.of("changes", "dev", "groups", "image", "modules", "proc", "root");
    private static final int PROGRAM = 0755;
    private static final int CONSOLE_MAJOR = 5;
    private static final int CONSOLE_MINOR = 1;

    private Initramfs() {}

    /** Writes one. */
    static void write(Path place, Path listener, GuestKernel kernel) throws IOException {
        try (OutputStream file = new BufferedOutputStream(Files.newOutputStream(place));
                CpioArchiveOutputStream archive = new CpioArchiveOutputStream(file, CpioConstants.FORMAT_NEW)) {
            for (String folder : FOLDERS) {
                add(archive, folder, CpioConstants.C_ISDIR | PROGRAM, new byte[0]);
            }
            CpioArchiveEntry console = new CpioArchiveEntry(CpioConstants.FORMAT_NEW, "dev/console");
            console.setMode(CpioConstants.C_ISCHR | 0600);
            console.setRemoteDeviceMaj(CONSOLE_MAJOR);
            console.setRemoteDeviceMin(CONSOLE_MINOR);
            archive.putArchiveEntry(console);
            archive.closeArchiveEntry();
            add(archive, "init", CpioConstants.C_ISREG | PROGRAM, Files.readAllBytes(listener));
            for (Path module : kernel.modules()) {
                add(
                        archive,
                        "modules/" + module.getFileName(),
                        CpioConstants.C_ISREG | 0644,
                        Files.readAllBytes(module));
            }
        }
    }

    private static void add(CpioArchiveOutputStream archive, String name, long mode, byte[] content)
            throws IOException {
        CpioArchiveEntry entry = new CpioArchiveEntry(CpioConstants.FORMAT_NEW, name, content.length);
        entry.setMode(mode);
        archive.putArchiveEntry(entry);
        archive.write(content);
        archive.closeArchiveEntry();
    }
}
