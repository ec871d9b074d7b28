package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.files.DownloadOptions;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SecretMask;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.MediaType;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Attaches files here that a test attached inside, with secrets masked. */
final class Attachments {

    private static final Logger LOG = System.getLogger(Attachments.class.getName());

    private static final int MOST = 100;
    private static final DownloadOptions LARGEST = DownloadOptions.DEFAULT.withBudget(DataSize.ofMebibytes(64));

    private final ExtensionContext context;
    private final Sandbox sandbox;
    private final SecretMask mask;
    private int count;

    Attachments(ExtensionContext context, Sandbox sandbox) {
        this.context = context;
        this.sandbox = sandbox;
        this.mask = SecretMask.of(sandbox.spec().hidden());
    }

    /**
     * A file or folder as the test tells it.
     *
     * @param path where it is inside
     * @param mediaType what is in it
     */
    record Attached(String path, String mediaType) {

        /** The last part of the path, which cannot lead out of the folder that it will be in here. */
        String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }
    }

    /** Brings one; what cannot be had is told and no reason for a test to fail. */
    void bring(Attached file) {
        if (++count > MOST || file.name().isBlank() || file.name().matches("\\.+")) {
            return;
        }
        String name = mask.apply(file.name());
        try {
            FileEntry entry = sandbox.files().stat(file.path());
            if (entry.isDirectory()) {
                context.publishDirectory(name, target -> fetch(file, target));
            } else if (entry.isFile()) {
                context.publishFile(name, mediaType(file), target -> {
                    Files.deleteIfExists(target);
                    fetch(file, target);
                });
            }
        } catch (SandboxException | org.junit.platform.commons.JUnitException e) {
            String why = HarmlessText.of(mask.apply(name + ": " + e.getMessage()));
            LOG.log(Level.WARNING, "A file that a test attached inside cannot be had, {0}", why);
            context.publishReportEntry("sandbox.notAttached", why);
        }
    }

    private void fetch(Attached file, Path target) throws IOException {
        sandbox.files().download(file.path(), target, LARGEST);
        new MaskedFiles(mask).maskBelow(target);
    }

    private static MediaType mediaType(Attached file) {
        return Optional.of(file.mediaType())
                .filter(type -> type.matches("[A-Za-z0-9.+-]+/[A-Za-z0-9.+-]+(;.*)?"))
                .map(MediaType::parse)
                .orElse(MediaType.APPLICATION_OCTET_STREAM);
    }
}
