package dev.sandboxed.provider.microvm.internal.firecracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.process.HostTool;
import dev.sandboxed.provider.microvm.internal.FirecrackerProviderFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** What Firecracker is told of the devices of a machine, and what it tells of them. */
@EnabledIfEnvironmentVariable(
        named = FirecrackerConformanceTests.KERNEL,
        matches = ".+",
        disabledReason = "SANDBOX_TEST_KERNEL names no kernel for machines")
@Timeout(900)
class DevicesTests {

    private static final JsonMapper JSON = new JsonMapper();
    private static final SandboxSpec SPEC =
            SandboxSpec.builder().startupTimeout(Duration.ofMinutes(5)).build();
    private static final Map<String, String> LIMITED = Map.of("diskBandwidth", "20m");
    private static final Pattern WRITTEN = Pattern.compile("bytes read from drives and (\\d+) written");

    /** All machines boot once. */
    @TempDir
    static Path folder;

    private static SandboxProvider provider(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(FirecrackerConformanceTests.program());
        settings.putAll(more);
        return new FirecrackerProviderFactory()
                .open(ProviderContext.in(folder.resolve("firecracker")).withSettings(settings));
    }

    private static JsonNode config(Sandbox sandbox) throws IOException {
        Path socket = Path.of(sandbox.info().nativeId(), "api.sock");
        return JSON.readTree(ServedApi.ask(socket, "GET /vm/config HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .body());
    }

    private static void assertLimited(JsonNode limiter, DataSize most) {
        assertThat(limiter.at("/bandwidth/size").asLong()).isEqualTo(most.bytes());
        assertThat(limiter.at("/bandwidth/refill_time").asLong()).isEqualTo(1000);
        assertThat(limiter.path("ops").isNull()).isTrue();
    }

    @Test
    void drivesAreHeldToTheirSettingAlsoWhereAMachineGoesOnThatHadAnotherOrNone() throws IOException {
        Snapshot limited;
        try (SandboxProvider provider = provider(LIMITED);
                Sandbox sandbox = provider.create(SPEC)) {
            assertThat(config(sandbox).path("drives"))
                    .hasSize(2)
                    .allSatisfy(drive -> assertLimited(drive.path("rate_limiter"), DataSize.ofMebibytes(20)));
            assertThat(sandbox.shell("head -c 100000 /dev/zero >file && sync").succeeded())
                    .isTrue();
            limited = sandbox.snapshot(SnapshotOptions.ALL.withMemory());
        }
        try (SandboxProvider provider = provider(Map.of());
                Sandbox other = provider.snapshots().restore(limited, SPEC);
                Sandbox copy = provider.create(SPEC)) {
            assertThat(other.shell("wc -c <file").stdout().strip()).isEqualTo("100000");
            for (Sandbox sandbox : List.of(other, copy)) {
                assertThat(config(sandbox).path("drives"))
                        .hasSize(2)
                        .allSatisfy(drive ->
                                assertThat(drive.path("rate_limiter").isNull()).isTrue());
            }
        }
    }

    @Test
    void theNetworkIsHeldToTheBandwidthOfTheSpecBeforeTheRoomDropsAnything() throws IOException {
        try (SandboxProvider provider = provider(Map.of())) {
            assumeTrue(
                    provider.capabilities().has(Capability.LIMIT_BANDWIDTH),
                    () -> String.valueOf(provider.capabilities().remedies().get(Capability.LIMIT_BANDWIDTH)));
            SandboxSpec networked = SPEC.toBuilder()
                    .network(NetworkPolicy.allowing("192.0.2.1:80"))
                    .build();
            DataSize most = DataSize.ofMebibytes(3);
            SandboxSpec slow = networked.toBuilder()
                    .limits(Limits.builder().bandwidth(most).build())
                    .build();
            try (Sandbox one = provider.create(slow);
                    Sandbox other = provider.create(networked)) {
                JsonNode device = config(one).at("/network-interfaces/0");
                assertLimited(device.path("rx_rate_limiter"), most);
                assertLimited(device.path("tx_rate_limiter"), most);
                device = config(other).at("/network-interfaces/0");
                assertThat(device.path("rx_rate_limiter").isNull()).isTrue();
                assertThat(device.path("tx_rate_limiter").isNull()).isTrue();
                assertThat(one.shell("nc -w 2 192.0.2.1 80 </dev/null").exitCode())
                        .isNotZero();
                assertThat(one.providerLog()).doesNotContain("and 0 sent");
            }
        }
    }

    @Test
    void whatADriveHasWrittenIsInTheLogOfTheProviderAndGrows() {
        try (SandboxProvider provider = provider(Map.of())) {
            Sandbox sandbox = provider.create(SPEC);
            long first = writing(sandbox, 2);
            long second = writing(sandbox, 1);

            assertThat(first).isBetween(2L << 20, 200L << 20);
            assertThat(second).isBetween(first + (1 << 20), first + (200 << 20));
            sandbox.close();
            assertThat(sandbox.providerLog()).doesNotContain("Firecracker counts");
        }
    }

    /** Firecracker writes all of it, and most of the memory of a machine that has just booted is empty. */
    @Test
    void theMemoryOfASavedMachineTakesNoMoreOfTheDiskThanThereIsInIt() throws IOException {
        try (SandboxProvider provider = provider(Map.of())) {
            provider.create(SPEC).close();
        }
        List<Path> saved;
        try (Stream<Path> files = Files.walk(folder.resolve("machines"))) {
            saved = files.filter(
                            file -> file.getParent().getFileName().toString().matches("(booted|saved)-.*"))
                    .toList();
        }
        assertThat(saved)
                .filteredOn(file -> file.endsWith("memory"))
                .hasSizeGreaterThan(1)
                .allSatisfy(memory -> {
                    ExecResult taken = HostTool.run(Command.of("du", "-k", memory.toString()), Duration.ofSeconds(10));
                    assertThat(Long.parseLong(taken.orThrow().stdout().split("\t", -1)[0]) << 10)
                            .isLessThan(Files.size(memory) / 2);
                });
        assertThat(saved).extracting(file -> file.getFileName().toString()).doesNotContain("memory.whole");
    }

    private static long writing(Sandbox sandbox, int mebibytes) {
        assertThat(sandbox.shell("dd if=/dev/urandom of=file bs=1M conv=fsync count=" + mebibytes)
                        .succeeded())
                .isTrue();
        Matcher written = WRITTEN.matcher(sandbox.providerLog());
        assertThat(written.find()).as(sandbox.providerLog()).isTrue();
        return Long.parseLong(written.group(1));
    }
}
