package dev.sandboxed.mutants.internal;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/** The calls that are made to a working provider. */
final class Notes {

    private final List<ProviderCall> calls = Collections.synchronizedList(new ArrayList<>(List.of(ProviderCall.OPEN)));

    List<ProviderCall> calls() {
        return List.copyOf(calls);
    }

    /**
     * Returns a mutant that breaks nothing, and notes each call that a verb can break alone.
     *
     * <p>The methods of files that end in others come last and together, so that both they and those others are noted.
     */
    Mutant mutant() {
        return Mutant.mutant("takes-notes")
                .create((provider, spec) -> noted(new ProviderCall("create", spec, spec), () -> provider.create(spec)))
                .connect((provider, id) -> noted("connect", () -> provider.connect(id)))
                .headroom(provider -> noted("headroom", provider::headroom))
                .info(sandbox -> noted("info", sandbox::info))
                .waitFor((sandbox, wanted, timeout) -> noted("waitFor", () -> sandbox.waitFor(wanted, timeout)))
                .start((sandbox, command) -> noted("start", () -> sandbox.start(command)))
                .exec((sandbox, command) -> {
                    calls.add(new ProviderCall("exec", command, "no answer yet"));
                    ExecResult result = sandbox.exec(command);
                    calls.add(new ProviderCall("exec", command, result));
                    return result;
                })
                .read((files, path) -> noted("read", () -> files.read(path)))
                .write((files, path, content, options) -> noted("write", () -> files.write(path, content, options)))
                .writeAll((files, contents) -> noted("writeAll", () -> files.writeAll(contents)))
                .stat((files, path) -> noted("stat", () -> files.stat(path)))
                .listing((files, folder) -> noted("listing", () -> files.list(folder)))
                .walk((files, folder, depth) -> noted("walk", () -> files.walk(folder, depth)))
                .glob((files, folder, pattern) -> noted("glob", () -> files.glob(folder, pattern)))
                .mkdirs((files, folder) -> noted("mkdirs", () -> files.mkdirs(folder)))
                .delete((files, path) -> noted("delete", () -> files.delete(path)))
                .deleteAll((files, path) -> noted("deleteAll", () -> files.deleteAll(path)))
                .move((files, from, to) -> noted("move", () -> files.move(from, to)))
                .upload((files, from, to, progress) -> noted("upload", () -> files.upload(from, to, progress)))
                .download((files, from, to, options) -> noted("download", () -> files.download(from, to, options)))
                .files(files -> new ForwardingSandboxFiles(files) {
                    @Override
                    public byte[] readBytes(String path, DataSize most) {
                        return noted("readBytes", () -> files().readBytes(path, most));
                    }

                    @Override
                    public boolean exists(String path) {
                        return noted("exists", () -> files().exists(path));
                    }
                })
                .build();
    }

    private <T> T noted(ProviderCall call, Supplier<T> passedOn) {
        calls.add(call);
        return passedOn.get();
    }

    private <T> T noted(String method, Supplier<T> passedOn) {
        return noted(new ProviderCall(method), passedOn);
    }

    private void noted(String method, Runnable passedOn) {
        calls.add(new ProviderCall(method));
        passedOn.run();
    }
}
