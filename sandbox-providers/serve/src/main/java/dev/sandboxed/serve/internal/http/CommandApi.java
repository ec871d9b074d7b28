package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.Routes;
import dev.sandboxed.serve.internal.web.Timers;
import dev.sandboxed.wire.internal.CommandWords;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.regex.Pattern;

/** Runs commands: one request starts one and is answered until it ends, others write to it and end it. */
final class CommandApi {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    /** Output is passed on; what a provider keeps besides is for nobody. */
    private static final DataSize KEPT = DataSize.ZERO;

    private static final DataSize LARGEST_INPUT = DataSize.ofMebibytes(8);
    private static final int HIGHEST_SIGNAL = 64;

    private final Guests guests;
    private final Rules rules;
    private final Timers timers;

    CommandApi(Guests guests, Rules rules, Timers timers) {
        this.guests = guests;
        this.rules = rules;
        this.timers = timers;
    }

    /** Adds what it answers below the path of a sandbox. */
    void addTo(Routes routes, String sandbox) {
        String command = sandbox + "/commands/{}";
        routes.on("POST", sandbox + "/commands", this::run)
                .onPair("DELETE", command, this::kill)
                .onPair("POST", command + "/input", this::input)
                .onPair("POST", command + "/signal", this::signal)
                .onPair("POST", command + "/resize", this::resize);
    }

    private void run(Exchange exchange, String sandbox) throws IOException {
        Guest guest = guests.of(HttpApi.client(exchange), sandbox);
        CommandWords words = HttpApi.asked(exchange, CommandWords.class);
        if (!ID.matcher(words.id()).matches()) {
            throw new IllegalArgumentException(
                    "The id of a command must be 1 to 64 letters, digits, - and _, but was '" + words.id() + "'");
        }
        try (RunningCommand command = start(guest.sandbox(), words)) {
            if (guest.commands().putIfAbsent(words.id(), command) != null) {
                throw new IllegalArgumentException(
                        "There is a command '" + words.id() + "' already; choose another id");
            }
            try (FrameStream frames = new FrameStream(exchange, timers, command::close)) {
                frames.passOn(command);
            } finally {
                guest.commands().remove(words.id(), command);
            }
        }
    }

    private RunningCommand start(Sandbox sandbox, CommandWords words) {
        Command command = words.command().outputLimit(KEPT);
        if (command.timeout().compareTo(rules.longestCommand()) > 0) {
            throw new IllegalArgumentException(
                    "A command may run for " + rules.longestCommand().toSeconds() + " s here, but was given "
                            + command.timeout().toSeconds() + " s; give less");
        }
        TerminalSize terminal = words.terminal();
        return terminal == null
                ? new RunningCommand.OnPipes(sandbox.start(command))
                : new RunningCommand.OnTerminal(sandbox.terminal(command, terminal));
    }

    private Optional<RunningCommand> find(Exchange exchange, String sandbox, String command) {
        return Optional.ofNullable(
                guests.of(HttpApi.client(exchange), sandbox).commands().get(command));
    }

    private void input(Exchange exchange, String sandbox, String id) throws IOException {
        Optional<RunningCommand> command = find(exchange, sandbox, id);
        if (command.isPresent()) {
            OutputStream input = command.get().input();
            byte[] bytes = exchange.body(LARGEST_INPUT);
            try {
                input.write(bytes);
                input.flush();
                if (exchange.query("end").isPresent()) {
                    input.close();
                }
            } catch (IOException | SandboxException nobodyReadsIt) {
                // It has closed its input, or is over; its end is told elsewhere.
            }
        }
        exchange.answer(204);
    }

    private void signal(Exchange exchange, String sandbox, String id) throws IOException {
        int number = HttpApi.number(exchange, "number");
        if (number < 1 || number > HIGHEST_SIGNAL) {
            throw new IllegalArgumentException(
                    "The number of a signal must be between 1 and " + HIGHEST_SIGNAL + ", but was " + number);
        }
        find(exchange, sandbox, id).ifPresent(command -> command.signal(new Signal(number)));
        exchange.answer(204);
    }

    private void resize(Exchange exchange, String sandbox, String id) throws IOException {
        TerminalSize size = new TerminalSize(HttpApi.number(exchange, "columns"), HttpApi.number(exchange, "rows"));
        find(exchange, sandbox, id).ifPresent(command -> command.resize(size));
        exchange.answer(204);
    }

    private void kill(Exchange exchange, String sandbox, String id) throws IOException {
        find(exchange, sandbox, id).ifPresent(RunningCommand::close);
        exchange.answer(204);
    }
}
