package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spi.ForwardingSandbox;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reports what scripts of the kit have tried to reach, as far as the change lets it. */
public final class TellingSandbox extends ForwardingSandbox {

    private static final Pattern TARGET = Pattern.compile("host=(\\S+) port=(\\d+)");
    private static final long BYTES = 400;

    private final List<NetworkAttempt> attempts = new CopyOnWriteArrayList<>();
    private final UnaryOperator<List<NetworkAttempt>> change;

    public TellingSandbox(Sandbox sandbox, UnaryOperator<List<NetworkAttempt>> change) {
        super(sandbox);
        this.change = change;
    }

    @Override
    public ExecResult exec(Command command) {
        Matcher target = TARGET.matcher(command.script().orElse(""));
        if (target.find()) {
            String host = target.group(1);
            boolean address = host.matches("[0-9.]+");
            attempts.add(new NetworkAttempt(
                    Instant.now(),
                    address ? Kind.TCP : Kind.NAME,
                    address ? "" : host,
                    address ? host : "",
                    address ? Integer.parseInt(target.group(2)) : 0,
                    true,
                    address ? BYTES : 0));
        }
        return super.exec(command);
    }

    @Override
    public List<NetworkAttempt> networkAttempts() {
        // Whoever is gone says so.
        sandbox().files().exists(".");
        return change.apply(List.copyOf(attempts));
    }
}
