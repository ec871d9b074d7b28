package dev.sandboxed.cli.internal.microvmctl;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.wire.internal.EntryWords;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What is done with a file of a sandbox. */
abstract class FileVerb extends Verb {

    @Option(names = "--path", paramLabel = "P", required = true, description = "the path inside")
    private @Nullable String path;

    FileVerb(Caller caller) {
        super(caller);
    }

    final Verb at(String given) {
        path = given;
        return this;
    }

    final String in(SandboxName name, String what) {
        return KeeperLine.with(KeeperLine.of(name, what), "path", Objects.requireNonNull(path));
    }

    /** {@code write}: replaces a file by what comes on standard input. */
    @Command(name = "write", description = "Writes standard input to a file, with its parents.")
    static final class Write extends FileVerb {

        Write(Caller caller) {
            super(caller);
        }

        @Override
        int run(KeeperLine line, SandboxName name) throws IOException {
            try (Answer answer = line.send("PUT", in(name, "file"), LONGEST, caller().in())) {
                answer.required();
            }
            return OK;
        }
    }

    /** {@code read}: prints a file. */
    @Command(name = "read", description = "Prints a file.")
    static final class Read extends FileVerb {

        @Option(names = "--base64", description = "in base64, as one line")
        private boolean base64;

        Read(Caller caller) {
            super(caller);
        }

        Read encoded(boolean asBase64) {
            base64 = asBase64;
            return this;
        }

        @Override
        int run(KeeperLine line, SandboxName name) throws IOException {
            OutputStream out = caller().out();
            try (Answer answer = line.ask("GET", in(name, "file"), LONGEST).required()) {
                if (base64) {
                    try (OutputStream encoded = Base64.getEncoder().wrap(staysOpen(out))) {
                        answer.body().transferTo(encoded);
                    }
                    out.write('\n');
                } else {
                    answer.body().transferTo(out);
                }
            }
            out.flush();
            return OK;
        }

        private static OutputStream staysOpen(OutputStream out) {
            return new FilterOutputStream(out) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    out.write(bytes, offset, length);
                }

                @Override
                public void close() throws IOException {
                    flush();
                }
            };
        }
    }

    /** {@code list}: prints what is in a directory. */
    @Command(name = "list", description = "Prints the entries of a directory.")
    static final class Entries extends FileVerb {

        @Option(names = "--json", description = "as an array of JSON, instead of one path in each line")
        private boolean json;

        Entries(Caller caller) {
            super(caller);
        }

        @Override
        int run(KeeperLine line, SandboxName name) throws IOException {
            try (Answer answer = line.ask("GET", in(name, "entries"), LONGEST).required()) {
                List<EntryWords> entries = answer.words(EntryWords.All.class).entries();
                String text = json
                        ? new ObjectMapper()
                                .writeValueAsString(
                                        entries.stream().map(Entries::row).toList())
                        : entries.stream().map(EntryWords::path).collect(Collectors.joining("\n"));
                caller().out().write((text + "\n").getBytes(StandardCharsets.UTF_8));
                caller().out().flush();
            }
            return OK;
        }

        private static Map<String, Object> row(EntryWords entry) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", entry.path().substring(entry.path().lastIndexOf('/') + 1));
            row.put("path", entry.path());
            row.put("type", entry.type().equals("directory") ? "dir" : entry.type());
            row.put("size", entry.size());
            return row;
        }
    }
}
