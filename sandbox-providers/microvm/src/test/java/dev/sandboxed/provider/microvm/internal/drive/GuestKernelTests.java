package dev.sandboxed.provider.microvm.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.ProviderUnavailableException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.cpio.CpioArchiveEntry;
import org.apache.commons.compress.archivers.cpio.CpioArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuestKernelTests {

    @TempDir
    Path folder;

    private Path unpacked() throws IOException {
        Path modules = Files.createDirectories(folder.resolve("lib/modules/6.1/kernel/drivers/virtio"));
        Files.writeString(modules.resolve("virtio.ko"), "virtio");
        Files.writeString(modules.resolve("virtio_mmio.ko.xz"), "mmio");
        Files.writeString(modules.resolve("floppy.ko"), "nobody needs it");
        Files.createDirectory(folder.resolve("boot"));
        Files.writeString(folder.resolve("boot/vmlinuz-6.1.0-54"), "older");
        Files.writeString(folder.resolve("boot/vmlinuz-6.1.0-55"), "newer");
        return folder;
    }

    @Test
    void theNewestKernelOfAnUnpackedPackageIsTakenWithTheModulesThatMachinesNeed() throws IOException {
        GuestKernel kernel = GuestKernel.at(unpacked());

        assertThat(kernel.file()).hasContent("newer");
        assertThat(kernel.modules())
                .extracting(module -> module.getFileName().toString())
                .containsExactly("virtio.ko", "virtio_mmio.ko.xz");
    }

    @Test
    void theModulesOfDistributionsThatHaveMovedThemAreFoundToo() throws IOException {
        unpacked();
        Files.createDirectory(folder.resolve("usr"));
        Files.move(folder.resolve("lib"), folder.resolve("usr/lib"));

        assertThat(GuestKernel.at(folder).modules())
                .extracting(module -> module.getFileName().toString())
                .containsExactly("virtio.ko", "virtio_mmio.ko.xz");
    }

    @Test
    void whatALinkLeadsToStaysTogetherWhenTheLinkIsReplaced() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("newest"), unpacked());

        GuestKernel kernel = GuestKernel.at(link);

        assertThat(kernel.file()).startsWith(folder.toRealPath());
        assertThat(kernel.modules())
                .isNotEmpty()
                .allSatisfy(module -> assertThat(module).isEqualTo(module.toRealPath()));
    }

    @Test
    void aKernelByItselfHasEverythingBuiltIn() throws IOException {
        Path file = Files.writeString(folder.resolve("vmlinux"), "\u007fELF");

        assertThat(GuestKernel.at(file).modules()).isEmpty();
    }

    @Test
    void whatIsNoKernelIsRefusedWithItsNameAndARemedy() throws IOException {
        assertThatThrownBy(() -> GuestKernel.at(folder.resolve("nowhere")))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("nowhere' is no kernel for a virtual machine")
                .hasMessageContaining("./sandboxed provision")
                .hasMessageContaining("dpkg-deb -x");
        Path text = Files.writeString(folder.resolve("notes.txt"), "what to buy");
        assertThatThrownBy(() -> GuestKernel.at(text))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("notes.txt' is no kernel for a virtual machine: it begins as no kernel does")
                .hasMessageContaining("dpkg-deb -x");
        Files.createDirectory(folder.resolve("boot"));
        assertThatThrownBy(() -> GuestKernel.at(folder))
                .isInstanceOf(ProviderUnavailableException.class)
                .hasMessageContaining("there is no vmlinuz in it");
    }

    @Test
    void anotherKernelAtTheSamePlaceIsTakenForAnother() throws IOException {
        Path file = Files.writeString(folder.resolve("vmlinux"), "\u007fELF");
        String before = GuestKernel.at(file).fingerprint();
        Files.writeString(file, "\u007fELF of another");

        assertThat(GuestKernel.at(file).fingerprint()).isNotEqualTo(before);
    }

    @Test
    void theKernelBeginsWithTheListenerAConsoleAndItsModules() throws IOException {
        Path listener = Files.writeString(folder.resolve("listener"), "program");
        Path archive = folder.resolve("initramfs");
        Initramfs.write(archive, listener, GuestKernel.at(unpacked()));

        Map<String, CpioArchiveEntry> entries = new LinkedHashMap<>();
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
                CpioArchiveInputStream cpio = new CpioArchiveInputStream(file)) {
            for (CpioArchiveEntry entry = cpio.getNextEntry(); entry != null; entry = cpio.getNextEntry()) {
                entries.put(entry.getName(), entry);
            }
        }
        assertThat(entries).containsKeys("root", "image", "changes", "modules/virtio.ko", "modules/virtio_mmio.ko.xz");
        assertThat(entries.get("init").getMode() & 0777).isEqualTo(0755);
        assertThat(entries.get("init").getSize()).isEqualTo("program".length());
        assertThat(entries.get("dev/console").isCharacterDevice()).isTrue();
        assertThat(entries.get("dev/console").getRemoteDeviceMaj()).isEqualTo(5);
    }
}
