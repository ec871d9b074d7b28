package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.cli.internal.demo.Ladder;
import dev.sandboxed.cli.internal.demo.Rung;
import dev.sandboxed.cli.internal.demo.Rung.Climbed;
import dev.sandboxed.cli.internal.demo.Rung.Got;
import dev.sandboxed.cli.internal.demo.Rung.Wall;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderSurvey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script on real plain processes of this host, and on providers that fail, boast or say what a test wants. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
class LadderTests {

    private static final String GOT_NOTHING = "secret=\nprocess=\ncall=1\ntool=nc\nend\n";

    @TempDir
    Path folder;

    private final List<Rung> rungs = new ArrayList<>();

    private void climb(SandboxProviderFactory... others) throws Exception {
        climb(rungs::add, others);
    }

    private void climb(Consumer<Rung> told, SandboxProviderFactory... others) throws Exception {
        List<SandboxProviderFactory> factories = new ArrayList<>(List.of(others));
        factories.add(Boaster.plain());
        try (ProviderRegistry registry =
                ProviderRegistry.of(factories, name -> ProviderContext.in(folder.resolve(name)))) {
            try {
                new Ladder(registry).climb(new ProviderSurvey(registry).take(), told);
            } finally {
                assertThat(registry.named("subprocess").list()).isEmpty();
            }
        }
    }

    private static FakeProvider container(String says) {
        return new FakeProvider("docker", Isolation.CONTAINER, Capability.NETWORK_NONE)
                .runs(FakeSandbox.Script.exits(0).printing(says));
    }

    private Climbed climbed(int at) {
        assertThat(rungs.get(at)).isInstanceOf(Climbed.class);
        return (Climbed) rungs.get(at);
    }

    private static void assertGot(Climbed rung, Got secret, Got process, Got home) {
        assertThat(List.of(rung.secret(), rung.process(), rung.home())).containsExactly(secret, process, home);
    }

    @Test
    void aPlainProcessKeepsNothingFromTheScript() throws Exception {
        climb();

        assertThat(rungs).extracting(Rung::name).containsExactly("subprocess");
        assertGot(climbed(0), Got.YES, Got.YES, Got.YES);
        assertThat(climbed(0).wall()).isEqualTo(Wall.NONE);
        assertThat(climbed(0).start()).isPositive();
        assertThat(climbed(0).exec()).isPositive();
    }

    @Test
    void whoeverClaimsAWallAndHasNoneIsFoundOut() throws Exception {
        climb(new Boaster());

        assertThat(rungs).extracting(Rung::name).containsExactly("subprocess", "docker");
        assertGot(climbed(1), Got.YES, Got.YES, Got.YES);
        assertThat(climbed(1).wall()).isEqualTo(Wall.BROKEN);
    }

    @Test
    void theWallHasHeldWhereNothingWasGot() throws Exception {
        climb(container(GOT_NOTHING));

        assertGot(climbed(1), Got.NO, Got.NO, Got.NO);
        assertThat(climbed(1).wall()).isEqualTo(Wall.HELD);
    }

    @Test
    void whoeverHasNothingToCallWithHasNotTried() throws Exception {
        climb(container("secret=\nprocess=\ncall=0\ntool=\nend\n"));

        assertGot(climbed(1), Got.NO, Got.NO, Got.NO_TOOL);
        assertThat(climbed(1).wall()).isEqualTo(Wall.HELD_AS_FAR_AS_TRIED);
    }

    @Test
    void whatTheScriptSaysIsNotBelieved() throws Exception {
        climb(container("secret=a guess\nprocess=sleep 1800\ncall=0\ntool=nc\nend\n"));

        assertGot(climbed(1), Got.NO, Got.NO, Got.NO);
    }

    @Test
    void aRungThatFailsIsToldAndTheOthersGoOn() throws Exception {
        climb(
                new FakeProvider("gvisor", Isolation.USERSPACE_KERNEL).isUnavailable("no runsc", "get it"),
                new FakeProvider("bubblewrap", Isolation.NAMESPACE)
                        .failsToCreate(
                                new SandboxStartException(Fault.of("no room").remedy("make some"))),
                new FakeProvider("runc", Isolation.CONTAINER)
                        .failsToCreate(new IllegalStateException("a fault of its authors")),
                container("secret=\n"));

        assertThat(rungs.subList(1, 5))
                .containsExactly(
                        new Rung.Failed("bubblewrap", "namespace", "no room"),
                        new Rung.Failed("docker", "container", "the script exited with code 0 before its end"),
                        new Rung.Failed("runc", "container", "java.lang.IllegalStateException: a fault of its authors"),
                        new Rung.Absent("gvisor", "userspace-kernel", "no runsc"));
    }

    @Test
    void providersThatAreNeverChosenAreNoRungs() throws Exception {
        climb(new FakeProvider("proot", Isolation.FILESYSTEM));

        assertThat(rungs).extracting(Rung::name).containsExactly("subprocess");
    }

    @Test
    void fileProcessAndListenerAreGoneInTheEnd() throws Exception {
        FakeProvider docker = container(GOT_NOTHING);

        climb(docker);

        assertNothingIsLeft(docker);
    }

    @Test
    void theyAreGoneAsWellIfWhoIsToldFails() {
        FakeProvider docker = container(GOT_NOTHING);

        assertThatThrownBy(() -> climb(
                        rung -> {
                            if (rung.name().equals("docker")) {
                                throw new IllegalStateException("the screen is broken");
                            }
                        },
                        docker))
                .hasMessage("the screen is broken");
        assertNothingIsLeft(docker);
    }

    private static void assertNothingIsLeft(FakeProvider visited) {
        assertThat(visited.made).isNotEmpty().allMatch(sandbox -> sandbox.closed);
        List<String> argv =
                visited.made.get(visited.made.size() - 1).commands.get(0).argv();
        Path secret = Path.of(argv.get(4));
        assertThat(secret).doesNotExist();
        assertThat(secret.getParent()).doesNotExist();
        assertThat(ProcessHandle.of(Long.parseLong(argv.get(5)))).isEmpty();
        int port = Integer.parseInt(argv.get(6));
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(IOException.class);
    }
}
