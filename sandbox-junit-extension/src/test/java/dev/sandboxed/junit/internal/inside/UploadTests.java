package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.watchdog.ClassPath;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.internal.guest.GuestMain;
import dev.sandboxed.junit.internal.guest.GuestRequest;
import dev.sandboxed.junit.internal.guest.Inside;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadTests {

    @TempDir
    Path state;

    /** With a sandbox that could do without, since those that cannot take long to start. */
    @Test
    @Sandboxed(provider = "subprocess")
    void aTestRunsFromCopiesOfItsClasses(Sandbox sandbox) throws IOException {
        Surroundings here = Surroundings.ofThisProcess();
        List<String> classPath = ClassPath.of(
                        Configuration.read(here), getClass().getClassLoader())
                .entries();
        Shipment shipment = Shipment.of(OrderedPath.of(classPath), state);
        HostJava host = new HostJava(Path.of(here.properties().get("java.home")));
        shipment.upload(sandbox);

        List<String> argv = new ArrayList<>(new GuestJava(host.program(), "", Way.UPLOADED)
                .command(
                        Way.UPLOADED.classPathFile(shipment),
                        SandboxSpec.defaults().limits()));
        argv.add(GuestMain.class.getName());
        GuestRequest request = new GuestRequest(
                "[engine:junit-jupiter]/[class:" + Uploaded.class.getName() + "]/[method:test()]", Map.of());
        sandbox.exec(Command.of(argv).stdin(request.written())).orThrow();

        Events events = Events.read(sandbox.files().readText(Inside.EVENTS), Set.of());
        assertThat(events.isComplete()).isTrue();
        assertThat(events.failure()).hasMessageStartingWith(".sandboxed/shipped/jars/000-");
    }

    static class Uploaded {
        @Test
        void test() {
            throw new IllegalStateException(System.getProperty("java.class.path"));
        }
    }
}
