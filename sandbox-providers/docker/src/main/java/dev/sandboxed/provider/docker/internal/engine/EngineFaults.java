package dev.sandboxed.provider.docker.internal.engine;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.dockerjava.api.exception.BadRequestException;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxStoppedException;
import dev.sandboxed.api.error.SandboxTransportException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Translates what docker-java and the wire throw into this library's exceptions. The one place that does. */
public final class EngineFaults {

    /** The name of the provider. */
    public static final String PROVIDER = "docker";

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    /** What an engine says that looks a name up in the files of an image. */
    private static final Pattern UNKNOWN_NAME = Pattern.compile("unable to find (user|group) ([^:]+)");

    private EngineFaults() {}

    /** Translates a failure that belongs to no sandbox in particular; see {@link #of(String, String, Exception)}. */
    public static SandboxException of(String what, Exception failure) {
        return of(what, null, failure);
    }

    /**
     * Translates a failure.
     *
     * <ul>
     *   <li>no such container, or it no longer runs: {@link SandboxNotFoundException}
     *   <li>it is paused: {@link SandboxStoppedException}
     *   <li>no such image, or no such user in it: {@link SandboxStartException}
     *   <li>the thread was interrupted: {@link SandboxInterruptedException}
     *   <li>a broken or refused connection, and whatever else the engine says: {@link SandboxTransportException}
     *   <li>what is one of ours already is returned as it is
     * </ul>
     *
     * @param what what was attempted, as the beginning of a sentence: "Cannot start container x"
     * @param sandbox id of the sandbox it was for, if any
     * @param failure what was thrown
     */
    public static SandboxException of(String what, @Nullable String sandbox, Exception failure) {
        if (failure instanceof SandboxException ours) {
            return ours;
        }
        Fault fault = Fault.of(what + ": " + said(failure))
                .provider(PROVIDER)
                .sandbox(sandbox)
                .cause(failure);
        DockerException answer = find(failure, DockerException.class);
        if (answer != null) {
            return answered(answer, fault);
        }
        if (isInterrupt(failure)) {
            Thread.currentThread().interrupt();
            return new SandboxInterruptedException(fault);
        }
        return new SandboxTransportException(
                find(failure, IOException.class) == null
                        ? fault
                        : fault.remedy("docker info   (shows whether the engine still runs; if not: "
                                + Flavour.DOCKER.start() + ")"));
    }

    private static SandboxException answered(DockerException answer, Fault fault) {
        String said = said(answer).toLowerCase(Locale.ROOT);
        if (answer instanceof NotFoundException && said.contains("no such image")) {
            return new SandboxStartException(fault.remedy("docker images   (shows those that are there)"));
        }
        Matcher unknown = UNKNOWN_NAME.matcher(said(answer));
        if (unknown.find()) {
            String file = unknown.group(1).equals("user") ? "/etc/passwd" : "/etc/group";
            return new SandboxStartException(Fault.of("There is no " + unknown.group(1) + " '" + unknown.group(2)
                            + "' in the image of the sandbox")
                    .provider(PROVIDER)
                    .sandbox(fault.sandbox())
                    .remedy("name one that " + file + " of the image has, or give a number")
                    .cause(fault.cause()));
        }
        if (answer instanceof NotFoundException && said.contains("container")) {
            return new SandboxNotFoundException(fault);
        }
        if (answer instanceof ConflictException && said.contains("paused")) {
            return new SandboxStoppedException(fault.remedy("resume the sandbox first"));
        }
        if (answer instanceof ConflictException && said.contains("not running")) {
            return new SandboxNotFoundException(fault);
        }
        return new SandboxTransportException(fault);
    }

    /** Makes what the client library would have thrown for an answer that it did not read itself. */
    public static DockerException refusal(int status, String answer) {
        return switch (status) {
            case 400 -> new BadRequestException(answer);
            case 404 -> new NotFoundException(answer);
            case 409 -> new ConflictException(answer);
            default -> new DockerException(answer, status);
        };
    }

    /** Returns the engine's own words where it said something, or what the deepest cause says. */
    public static String said(Throwable failure) {
        DockerException answer = find(failure, DockerException.class);
        if (answer != null) {
            String text = String.valueOf(answer.getMessage());
            return message(text.substring(Math.max(0, text.indexOf('{')))).orElse(text.strip());
        }
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage() == null ? root.toString() : root.getMessage();
    }

    /** The body of an error is JSON with one field, unless something in between has answered. */
    private static Optional<String> message(String body) {
        try {
            return Optional.of(JSON.readTree(body).path("message").asText("").strip())
                    .filter(text -> !text.isEmpty());
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static boolean isInterrupt(Throwable failure) {
        return find(failure, InterruptedException.class) != null
                || find(failure, ClosedByInterruptException.class) != null
                || (Thread.currentThread().isInterrupted()
                        && (find(failure, InterruptedIOException.class) != null
                                || find(failure, CancellationException.class) != null));
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
