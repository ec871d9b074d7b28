package dev.sandboxed.provider.remote.internal.http.files;

import dev.sandboxed.process.internal.output.BulkInputStream;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import java.io.IOException;
import java.io.InputStream;
import okhttp3.Protocol;
import okhttp3.Response;

/** The content of a file on its way. One that is cut off is told from one that has ended. */
final class FileContent extends BulkInputStream {

    private final SandboxLine line;
    private final Demand demand;
    private final Response response;
    private final InputStream content;

    FileContent(SandboxLine line, Demand demand, Response response) {
        this.line = line;
        this.demand = demand;
        this.response = response;
        this.content = response.body().byteStream();
        // The socket gives up by itself when nothing comes. OkHttp's own watch does so again for every 8 KiB, and wakes
        // a thread each time; where several answers share a socket, that is the only one.
        if (response.protocol() != Protocol.HTTP_2) {
            response.body().source().timeout().clearTimeout();
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IOException if the connection breaks, or nothing comes for too long
     * @throws dev.sandboxed.api.error.SandboxDestroyedException if that is because the sandbox is gone
     */
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        // A read of nothing would wait for something.
        if (length == 0) {
            return 0;
        }
        try {
            return content.read(bytes, offset, length);
        } catch (IOException e) {
            throw broken(e);
        }
    }

    /** A sandbox that is gone is told as such, and anything else as what a stream throws. */
    private IOException broken(IOException e) {
        RuntimeException unused = line.explained(line.service().faults().broken(line.about(demand), e));
        return new IOException(demand.what() + " was cut off: " + e.getMessage(), e);
    }

    /** Ends the request as well, whatever is still on its way. */
    @Override
    public void close() {
        response.close();
    }
}
