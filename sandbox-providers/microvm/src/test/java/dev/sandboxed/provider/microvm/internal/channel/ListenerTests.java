package dev.sandboxed.provider.microvm.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.process.internal.socket.ChannelSocket;
import dev.sandboxed.process.internal.thread.DaemonThread;
import dev.sandboxed.provider.microvm.internal.machine.DeafMachine;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A listener on the other end of a socket, which does what a test says. */
@Timeout(60)
class ListenerTests {

    private static final Duration AMPLE = Duration.ofSeconds(30);

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<Socket> kept = new CopyOnWriteArrayList<>();
    private ServerSocket door;

    @BeforeEach
    void open() throws IOException {
        door = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        door.close();
        for (Socket connection : kept) {
            connection.close();
        }
    }

    /** What one connection meets. */
    @FunctionalInterface
    private interface Scene {
        void play(Socket connection) throws IOException;
    }

    private Listener listener(Scene... scenes) {
        DaemonThread.start("test-listener", () -> {
            try {
                for (Scene scene : scenes) {
                    Socket connection = door.accept();
                    kept.add(connection);
                    scene.play(connection);
                }
            } catch (IOException e) {
                asked.add("broken");
            }
        });
        return new Listener(machine(), "token");
    }

    private Machine machine() {
        Machine deaf = new DeafMachine(false);
        return (Machine) Proxy.newProxyInstance(
                Machine.class.getClassLoader(),
                new Class<?>[] {Machine.class},
                (self, method, arguments) -> method.getName().equals("connect")
                        ? ChannelSocket.to(door.getLocalSocketAddress())
                        : method.invoke(deaf, arguments));
    }

    private void hear(Socket connection) throws IOException {
        String[] fields = Frames.read(new DataInputStream(connection.getInputStream()))
                .orElseThrow()
                .text()
                .split("\0");
        asked.add(fields[1]);
    }

    private static void say(Socket connection, char type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Frames.write(connection.getOutputStream(), type, bytes, 0, bytes.length);
    }

    private void answerAll(Socket connection) throws IOException {
        hear(connection);
        say(connection, Frames.STARTED, "");
        hear(connection);
        say(connection, Frames.ANSWER, "its boot\n");
        say(connection, Frames.STARTED, "");
        say(connection, Frames.OUTPUT, "who waited");
    }

    @Test
    void whoWaitsIsTakenOverOnTheConnectionThatWasAnswered() throws IOException {
        Listener.Owned owned = listener(this::answerAll).own("name", AMPLE);

        assertThat(owned.boot()).isEqualTo("its boot");
        assertThat(owned.waiting().read().orElseThrow().text()).isEqualTo("who waited");
        assertThat(asked).containsExactly("hello", "own");
    }

    /** The kernel of a copy may take the first one for a connection of the saved machine. */
    @Test
    void aConnectionThatIsLostWithoutAWordIsTriedAgainBeforeAnythingCounts() throws IOException {
        Listener.Owned owned = listener(this::hear, connection -> {}, connection -> connection.close(), this::answerAll)
                .own("name", AMPLE);

        assertThat(owned.boot()).isEqualTo("its boot");
        assertThat(asked).containsExactly("hello", "hello", "own");
    }

    @Test
    void aRefusalIsNotTriedAgain() {
        Listener listener = listener(connection -> {
            hear(connection);
            say(connection, Frames.REFUSED, "wrong token");
        });

        assertThatThrownBy(() -> listener.own("name", AMPLE)).hasMessageContaining("wrong token");
        assertThat(asked).containsExactly("hello");
    }

    @Test
    void whoNeverAnswersIsGivenUpWhenTheTimeIsOver() {
        Listener listener = listener(connection -> {}, connection -> {}, connection -> {});

        assertThatThrownBy(() -> listener.own("name", Duration.ofMillis(500))).isInstanceOf(IOException.class);
    }

    private void acknowledge(Socket connection) throws IOException {
        hear(connection);
        say(connection, Frames.STARTED, "");
    }

    /** Who says hello and asks for something. */
    private void acknowledgeBoth(Socket connection) throws IOException {
        acknowledge(connection);
        acknowledge(connection);
    }

    /** A process that lets go of its connection when it is told to, once it has said what it had to say. */
    private void letGo(Socket connection) throws IOException {
        acknowledge(connection);
        say(connection, Frames.OUTPUT, "before");
        DaemonThread.start("test-relay", () -> {
            try {
                DataInputStream frames = new DataInputStream(connection.getInputStream());
                Frames.Frame last = Frames.read(frames).orElseThrow();
                asked.add(String.valueOf(last.type()));
                say(connection, Frames.OUTPUT, "on the way");
                say(connection, Frames.HOLD, "");
                connection.close();
            } catch (IOException e) {
                asked.add("broken");
            }
        });
    }

    private static GuestProcess process() {
        return new GuestProcess(List.of("sh"), Map.of(), null, null);
    }

    @Test
    void aChannelThatWasHeldGoesOnOnAnotherConnection() throws IOException {
        Listener listener = listener(this::letGo, this::acknowledge, this::acknowledgeBoth, connection -> {
            acknowledge(connection);
            say(connection, Frames.OUTPUT, "after");
            asked.add(Frames.read(new DataInputStream(connection.getInputStream()))
                    .orElseThrow()
                    .text());
            say(connection, Frames.OUTPUT, "heard");
        });
        MachineChannel channel = listener.start(process(), "", Map.of());

        listener.withoutConnections(() -> asked.add("alone"), AMPLE);

        assertThat(channel.read().orElseThrow().text()).isEqualTo("before");
        assertThat(channel.read().orElseThrow().text()).isEqualTo("on the way");
        assertThat(channel.read().orElseThrow().text()).isEqualTo("after");
        channel.input().write("input".getBytes(StandardCharsets.UTF_8));
        assertThat(channel.read().orElseThrow().text()).isEqualTo("heard");
        assertThat(asked).containsExactly("run", "hold", "H", "alone", "hello", "release", "return", "input");
    }

    @Test
    void aProcessThatDoesNotLetGoIsLostAndNothingIsDone() throws IOException {
        Listener listener = listener(this::acknowledge, this::acknowledge, this::acknowledgeBoth);
        MachineChannel channel = listener.start(process(), "", Map.of());

        assertThatThrownBy(() -> listener.withoutConnections(() -> asked.add("alone"), Duration.ofMillis(500)))
                .hasMessageContaining("does not let go of its connection");
        assertThat(channel.read()).isEmpty();
        assertThat(asked).doesNotContain("alone").contains("release");
    }

    @Test
    void aProcessThatIsGoneWhenOthersGoOnIsLost() throws IOException {
        Listener listener = listener(this::letGo, this::acknowledge, this::acknowledgeBoth, connection -> {
            hear(connection);
            say(connection, Frames.REFUSED, "nobody holds who could take that");
        });
        MachineChannel channel = listener.start(process(), "", Map.of());

        assertThatThrownBy(() -> listener.withoutConnections(() -> asked.add("alone"), AMPLE))
                .hasMessageContaining("nobody holds");
        assertThat(channel.read().orElseThrow().text()).isEqualTo("before");
        assertThat(channel.read().orElseThrow().text()).isEqualTo("on the way");
        assertThat(channel.read()).isEmpty();
    }

    /** Those who write would otherwise wait for a machine that is as well as before. */
    @Test
    void whatFailedFirstIsToldAndWritersGoOnWhereProcessesCannot() throws IOException {
        Listener listener = listener(
                connection -> {
                    acknowledge(connection);
                    DataInputStream frames = new DataInputStream(connection.getInputStream());
                    DaemonThread.start("test-relay", () -> {
                        try {
                            asked.add(Frames.read(frames).orElseThrow().text());
                            say(connection, Frames.OUTPUT, "heard");
                        } catch (IOException e) {
                            asked.add("broken");
                        }
                    });
                },
                connection -> {
                    hear(connection);
                    say(connection, Frames.REFUSED, "does not hold");
                },
                connection -> {
                    hear(connection);
                    say(connection, Frames.REFUSED, "does not release");
                });
        MachineChannel channel = listener.start(process(), "", Map.of());

        assertThatThrownBy(() -> listener.withoutConnections(() -> asked.add("alone"), AMPLE))
                .hasMessageContaining("does not hold")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .singleElement(InstanceOfAssertFactories.THROWABLE)
                        .hasMessageContaining("does not release"));
        channel.input().write("input".getBytes(StandardCharsets.UTF_8));
        assertThat(channel.read().orElseThrow().text()).isEqualTo("heard");
        assertThat(asked).contains("input").doesNotContain("alone");
    }

    @Test
    void whoIsLeftAloneIsAskedToGoOnOnceTheMachineIsAnothers() throws IOException {
        Listener listener = listener(
                connection -> {
                    acknowledge(connection);
                    hear(connection);
                    say(connection, Frames.ANSWER, "its boot\n");
                    say(connection, Frames.STARTED, "");
                },
                this::acknowledge);

        assertThat(listener.adopt("name", AMPLE)).isEqualTo("its boot");
        assertThat(asked).containsExactly("hello", "settle", "leave");
    }
}
