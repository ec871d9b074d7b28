package answers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What no answer has any business with: a file and a server of the host. Both tell afterwards whether somebody was there. */
final class Outside implements AutoCloseable {

    private final Path file;
    private final ServerSocket server;

    Outside(Path folder) throws IOException {
        file = Files.createFile(folder.resolve("diary.txt"));
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server.setSoTimeout(200);
    }

    String[] arguments() {
        return new String[] {file.toString(), Integer.toString(server.getLocalPort())};
    }

    /** Returns whether an answer has been there since this was asked last. */
    boolean wasTouched() throws IOException {
        boolean written = Files.size(file) > 0;
        Files.writeString(file, "");
        return written | wasCalled();
    }

    private boolean wasCalled() throws IOException {
        int calls = 0;
        try {
            while (true) {
                server.accept().close();
                calls++;
            }
        } catch (SocketTimeoutException nobodyElse) {
            return calls > 0;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
