package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.core.internal.kept.UserFolder;
import dev.sandboxed.junit.InsideSandboxException;
import java.io.IOException;
import java.nio.file.Path;

/** A folder that nobody else can put anything into. The default one lies where everybody may make folders, and classes are run from it. */
final class OwnFolder {

    private OwnFolder() {}

    /**
     * Makes a folder, for this user alone, or takes one that is there.
     *
     * @throws InsideSandboxException if it, or the folder that it is in, belongs to somebody else, or others may write there
     */
    static Path in(Path state, String name) throws IOException {
        UserFolder.make(state);
        Path folder = state.toRealPath().resolve(name);
        UserFolder.make(folder);
        for (Path each : new Path[] {folder.getParent(), folder}) {
            if (!UserFolder.isOwn(each)) {
                throw foreign(each);
            }
        }
        return folder;
    }

    private static InsideSandboxException foreign(Path folder) {
        return new InsideSandboxException(
                Fault.of("The folder " + folder + " is not this user's own, or others may write there, and classes of"
                                + " tests are not kept in such a one")
                        .remedy("set sandbox.stateDir to a folder of your own, or run chmod go-w " + folder));
    }
}
