package dev.sandboxed.serve.internal.e2b.process;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.CommandStartException;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Ended;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Started;
import dev.sandboxed.serve.internal.web.Json;
import dev.sandboxed.serve.internal.web.Timers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A command with a number, to which any number of callers listen. It runs whether or not anybody does. */
final class GuestProcess {

    private final int pid;
    private final StartRequest request;
    private final Program program;
    private final List<Attachment> attachments = new CopyOnWriteArrayList<>();
    /** What there is to tell when nothing more will come: how it ended, or that nobody knows. */
    private @Nullable ProcessEvent last;

    private @Nullable Future<?> expiry;

    GuestProcess(int pid, StartRequest request, Program program) {
        this.pid = pid;
        this.request = request;
        this.program = program;
    }

    int pid() {
        return pid;
    }

    Optional<String> tag() {
        return request.tag();
    }

    Program program() {
        return program;
    }

    /** Returns whether it runs; whoever was told of its end never sees it running. */
    synchronized boolean isRunning() {
        return last == null;
    }

    /** Lets somebody listen from now on. Whoever comes after the end is told of that alone. */
    synchronized Attachment attach() throws InterruptedException {
        Attachment attachment = new Attachment();
        attachment.tell(new Started(pid));
        if (last == null) {
            attachments.add(attachment);
        } else {
            attachment.tell(last);
        }
        return attachment;
    }

    void detach(Attachment attachment) {
        attachments.remove(attachment);
        attachment.detach();
    }

    /** Sets its time. That runs on when the one who set it is gone. */
    synchronized void expireAfter(Duration time, Timers timers, Attachment owner) {
        if (last == null) {
            expiry = timers.after(time, () -> expire(owner));
        }
    }

    /** Kills the command itself, and tells the one who set the time why. */
    private void expire(Attachment owner) {
        program.signal(Signal.KILL);
        attachments.remove(owner);
        owner.tellLast(ProcessEvent.Expired.INSTANCE);
    }

    /** Breaks off everybody who listens; the process is not touched. */
    void cutOff() {
        tellLast(ProcessEvent.Lost.INSTANCE);
    }

    private void tellLast(ProcessEvent event) {
        for (Attachment attachment : List.copyOf(attachments)) {
            attachments.remove(attachment);
            attachment.tellLast(event);
        }
    }

    /** Moves output to whoever listens until the end, and tells of that. Returns whether there was one. */
    boolean run() throws InterruptedException {
        try {
            for (Optional<ProcessEvent.Data> data = program.next(); data.isPresent(); data = program.next()) {
                tell(data.get());
            }
            Ended ended = new Ended(program.await());
            nothingFollows(ended);
            tell(ended);
            return true;
        } catch (CommandStartException | SandboxFileException neverRan) {
            breakOff(new ProcessEvent.Failed(request.refused(neverRan)));
            return false;
        } catch (SandboxException goneWithItsSandbox) {
            breakOff(ProcessEvent.Lost.INSTANCE);
            return false;
        }
    }

    private void breakOff(ProcessEvent event) {
        nothingFollows(event);
        tellLast(event);
    }

    private synchronized void nothingFollows(ProcessEvent event) {
        last = event;
        if (expiry != null) {
            expiry.cancel(false);
        }
    }

    private void tell(ProcessEvent event) throws InterruptedException {
        for (Attachment attachment : attachments) {
            attachment.tell(event);
        }
    }

    ObjectNode json() {
        ObjectNode json = Json.object();
        json.set("config", request.json());
        json.put("pid", pid);
        request.tag().ifPresent(tag -> json.put("tag", tag));
        return json;
    }
}
