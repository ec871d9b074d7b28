package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ShipmentTests {

    @TempDir
    Path place;

    @Test
    @Timeout(30)
    void aFolderThatHasLostItsSignIsMadeAgain() throws IOException {
        Path jar = Files.writeString(place.resolve("a.jar"), "classes");
        OrderedPath classPath = OrderedPath.of(List.of(jar.toString()));
        Path folder = Shipment.of(classPath, place.resolve("state")).folder();
        Files.delete(folder.resolve("sign"));
        Files.delete(folder.resolve("jars/000-a.jar"));

        Shipment again = Shipment.of(classPath, place.resolve("state"));

        assertThat(again.folder()).isEqualTo(folder);
        assertThat(again.sign()).exists();
        assertThat(folder.resolve("jars/000-a.jar")).hasContent("classes");
    }
}
