package databasenetwork;

import java.nio.file.Path;
import java.time.Duration;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.builder.ImageFromDockerfile;

/**
 * Plays a database: whoever connects is told the fruits.
 *
 * <p>Yours is rather {@code new PostgreSQLContainer("postgres:18")}. This one is made from the host's busybox, so that the
 * sample runs where nothing can be pulled.
 */
final class Database extends GenericContainer<Database> {

    static final Path BUSYBOX = Path.of("/bin/busybox");
    static final String NAME = "database";
    static final int PORT = 5432;

    Database(Network network) {
        super(image());
        withNetwork(network);
        withNetworkAliases(NAME);
        waitingFor(Wait.forSuccessfulCommand("nc -w 1 127.0.0.1 " + PORT + " </dev/null")
                .withStartupTimeout(Duration.ofSeconds(30)));
    }

    /** The same name every time, so that there is one such image, and not one more after each run. */
    private static ImageFromDockerfile image() {
        return new ImageFromDockerfile("databasenetwork/database", false)
                .withFileFromPath("busybox", BUSYBOX)
                .withFileFromString("Dockerfile", """
                        FROM scratch
                        COPY busybox /bin/sh
                        COPY busybox /bin/nc
                        COPY busybox /bin/echo
                        CMD ["nc", "-ll", "-p", "%d", "-e", "echo", "pear"]
                        """.formatted(PORT));
    }
}
