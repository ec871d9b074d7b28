package dev.sandboxed.process.internal.output;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.OutputCollector;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A sink that can tell afterwards what went through it. */
public interface CapturingSink extends ByteSink {

    Output captured();

    /** Keeps an output of a command in memory up to its limit, or sends it to its file of the host; tells it to whoever watches. */
    static CapturingSink of(Command command, Source source) {
        CapturingSink sink = to(
                source == Source.STDOUT ? command.stdoutFile() : command.stderrFile(),
                command.outputLimit().bytes());
        return command.outputWatcher()
                .<CapturingSink>map(watcher -> new WatchedSink(source, sink, watcher))
                .orElse(sink);
    }

    /** Keeps output in memory up to a limit, or sends it to a file of the host. */
    static CapturingSink to(Optional<Path> file, long limit) {
        return file.<CapturingSink>map(InFile::new).orElseGet(() -> new InMemory(limit));
    }

    /** Keeps the first bytes. */
    final class InMemory implements CapturingSink {
        private final OutputCollector collector;

        InMemory(long limit) {
            this.collector = new OutputCollector(limit);
        }

        @Override
        public void accept(byte[] bytes, int length) {
            collector.append(bytes, 0, length);
        }

        @Override
        public Output captured() {
            return collector.toOutput();
        }
    }

    /** Writes all of it to a file, which is replaced. */
    final class InFile implements CapturingSink {
        private final Path file;
        private final OutputStream stream;
        private long written;

        InFile(Path file) {
            this.file = file;
            try {
                this.stream = Files.newOutputStream(file);
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public void accept(byte[] bytes, int length) {
            try {
                stream.write(bytes, 0, length);
                written += length;
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public void end() {
            try {
                stream.close();
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public Output captured() {
            return Output.inFile(file, written);
        }

        private SandboxFileException failed(IOException e) {
            return SandboxFileException.of(
                    file.toString(),
                    FileFailure.of(e),
                    Fault.of("Cannot write output of a command to '" + file + "' of the host: " + e)
                            .remedy("give a file whose folder exists, may be written and has space")
                            .cause(e));
        }
    }
}
