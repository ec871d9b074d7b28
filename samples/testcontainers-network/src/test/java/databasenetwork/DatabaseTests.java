package databasenetwork;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.junit.Sandboxed;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;

/** Code in a sandbox talks to a container of Testcontainers, over a network that both have joined. */
class DatabaseTests {

    private static Network network;
    private static Database database;

    @BeforeAll
    static void startTheDatabase() {
        assumeTrue(
                DockerClientFactory.instance().isDockerAvailable(),
                "no Docker engine answers; \"docker version\" tells more");
        assumeTrue(Files.isExecutable(Database.BUSYBOX), "no " + Database.BUSYBOX + "; apt-get install busybox-static");
        network = Network.newNetwork();
        database = new Database(network);
        database.start();
    }

    @AfterAll
    static void stopTheDatabase() {
        if (network != null) {
            database.close();
            network.close();
        }
    }

    /** JUnit asks for it before each test, and so after the network was made. */
    static SandboxSpec besideTheDatabase() {
        return SandboxSpec.builder()
                .network(dev.sandboxed.api.spec.Network.FULL)
                .option("network", network.getId())
                .build();
    }

    @Test
    @Sandboxed(provider = "docker", spec = "besideTheDatabase")
    void codeInTheSandboxReachesTheDatabaseByItsName(Sandbox sandbox) {
        assertThat(sandbox.shell("nc -w 5 " + Database.NAME + " " + Database.PORT))
                .succeeded()
                .stdout()
                .isEqualTo("pear\n");
    }

    // The default: no network at all. Code that nobody has read does not find the database.
    @Test
    @Sandboxed(provider = "docker")
    void aSandboxThatWasNotInvitedDoesNotReachIt(Sandbox sandbox) {
        assertThat(sandbox.shell("nc -w 5 " + Database.NAME + " " + Database.PORT))
                .failed()
                .stdout()
                .isEmpty();
    }
}
