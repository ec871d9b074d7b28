package dev.sandboxed.api.spec;

import static dev.sandboxed.api.capability.Capability.IMAGE;
import static dev.sandboxed.api.capability.Capability.LIMIT_ADDRESS_SPACE;
import static dev.sandboxed.api.capability.Capability.LIMIT_BANDWIDTH;
import static dev.sandboxed.api.capability.Capability.LIMIT_CPU;
import static dev.sandboxed.api.capability.Capability.LIMIT_CPU_TIME;
import static dev.sandboxed.api.capability.Capability.LIMIT_DISK;
import static dev.sandboxed.api.capability.Capability.LIMIT_FILES;
import static dev.sandboxed.api.capability.Capability.LIMIT_MEMORY;
import static dev.sandboxed.api.capability.Capability.LIMIT_PIDS;
import static dev.sandboxed.api.capability.Capability.MOUNTS;
import static dev.sandboxed.api.capability.Capability.NETWORK_ALLOWLIST;
import static dev.sandboxed.api.capability.Capability.NETWORK_FULL;
import static dev.sandboxed.api.capability.Capability.NETWORK_NONE;
import static dev.sandboxed.api.capability.Capability.PORTS;
import static dev.sandboxed.api.capability.Capability.READ_ONLY_ROOT;
import static dev.sandboxed.api.capability.Capability.USER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SandboxSpecTests {

    private static final DataSize SOME = DataSize.ofMebibytes(64);

    @Test
    void leavesEveryChoiceToTheProviderByDefault() {
        SandboxSpec spec = SandboxSpec.defaults();

        assertThat(spec.workdir()).isEqualTo("/workspace");
        assertThat(spec.startupTimeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(spec.limits()).isEqualTo(Limits.NONE);
        assertThat(spec.image()).isEmpty();
        assertThat(spec.network()).isEmpty();
        assertThat(spec.user()).isEmpty();
        assertThat(spec.timeToLive()).isEmpty();
        assertThat(spec.readOnlyRoot()).isFalse();
        assertThat(spec.requiredCapabilities()).isEmpty();
    }

    @Test
    void keepsEveryField() {
        SandboxSpec spec = full().build();

        assertThat(spec.image()).contains("debian:12");
        assertThat(spec.workdir()).isEqualTo("/work");
        assertThat(spec.limits().memory()).contains(SOME);
        assertThat(spec.network()).contains(NetworkPolicy.of(Network.FULL));
        assertThat(spec.env()).containsExactlyEntriesOf(Map.of("GREETING", "good-day"));
        assertThat(spec.secrets()).containsEntry("TOKEN", Secret.of("s3cr3t"));
        assertThat(spec.user()).contains("nobody");
        assertThat(spec.mounts()).containsExactly(Mount.readOnly(Path.of("/srv"), "/srv"));
        assertThat(spec.readOnlyRoot()).isTrue();
        assertThat(spec.seedFiles()).containsExactly(SeedFile.text("a.txt", "hidden-content"));
        assertThat(spec.labels()).containsEntry("suite", "api");
        assertThat(spec.options()).containsEntry("docker.runtime", "hidden-option");
        assertThat(spec.timeToLive()).contains(Duration.ofMinutes(5));
        assertThat(spec.startupTimeout()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void survivesTheWayThroughABuilder() {
        SandboxSpec spec = full().build();

        assertThat(spec.toBuilder().build()).isEqualTo(spec).hasSameHashCodeAs(spec);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void differsWhenOneFieldDiffers(Consumer<SandboxSpecBuilder> change) {
        SandboxSpecBuilder changed = full();
        change.accept(changed);

        assertThat(changed.build()).isNotEqualTo(full().build());
    }

    static Stream<Consumer<SandboxSpecBuilder>> changes() {
        return Stream.of(
                spec -> spec.image("alpine"),
                spec -> spec.workdir("/other"),
                spec -> spec.limits(Limits.NONE),
                spec -> spec.network(Network.NONE),
                spec -> spec.env("GREETING", "other"),
                spec -> spec.secret("TOKEN", Secret.of("other")),
                spec -> spec.user("root"),
                spec -> spec.mount(Mount.writable(Path.of("/opt"), "/opt")),
                spec -> spec.readOnlyRoot(false),
                spec -> spec.seed(SeedFile.text("b.txt", "more")),
                spec -> spec.label("suite", "other"),
                spec -> spec.option("docker.runtime", "other"),
                spec -> spec.timeToLive(Duration.ofMinutes(6)),
                spec -> spec.startupTimeout(Duration.ofSeconds(4)));
    }

    @Test
    void isNotChangedByItsBuilderAfterwards() {
        SandboxSpecBuilder builder = SandboxSpec.builder();
        SandboxSpec spec = builder.build();
        builder.env("A", "1").label("b", "2").seed(SeedFile.text("c", "3"));

        assertThat(spec).isEqualTo(SandboxSpec.defaults());
    }

    @ParameterizedTest
    @MethodSource("needs")
    void namesTheCapabilityThatGovernsEachField(Consumer<SandboxSpecBuilder> field, Set<Capability> needed) {
        SandboxSpecBuilder builder = SandboxSpec.builder();
        field.accept(builder);

        assertThat(builder.build().requiredCapabilities()).isEqualTo(needed);
    }

    static Stream<Arguments> needs() {
        return Stream.of(
                needs(spec -> spec.image("debian"), IMAGE),
                needs(spec -> spec.user("nobody"), USER),
                needs(spec -> spec.mount(Mount.readOnly(Path.of("/srv"), "/srv")), MOUNTS),
                needs(spec -> spec.readOnlyRoot(true), READ_ONLY_ROOT),
                needs(spec -> spec.network(Network.NONE), NETWORK_NONE),
                needs(spec -> spec.network(Network.FULL), NETWORK_FULL),
                needs(spec -> spec.network(NetworkPolicy.allowing("host.example")), NETWORK_ALLOWLIST),
                needs(spec -> spec.network(NetworkPolicy.of(Network.NONE).exposing(80)), NETWORK_NONE, PORTS),
                needsLimit(limits -> limits.cpus(1), LIMIT_CPU),
                needsLimit(limits -> limits.memory(SOME), LIMIT_MEMORY),
                needsLimit(limits -> limits.disk(SOME), LIMIT_DISK),
                needsLimit(limits -> limits.processes(8), LIMIT_PIDS),
                needsLimit(limits -> limits.openFiles(8), LIMIT_FILES),
                needsLimit(limits -> limits.bandwidth(SOME), LIMIT_BANDWIDTH),
                needsLimit(limits -> limits.addressSpace(SOME), LIMIT_ADDRESS_SPACE),
                needsLimit(limits -> limits.cpuTime(Duration.ofSeconds(1)), LIMIT_CPU_TIME),
                needs(spec -> spec.env("A", "b").secret("C", Secret.of("d")).label("e", "f")),
                needs(spec -> spec.seed(SeedFile.text("a", "b")).timeToLive(Duration.ofDays(1))));
    }

    private static Arguments needs(Consumer<SandboxSpecBuilder> field, Capability... needed) {
        Set<Capability> expected = EnumSet.noneOf(Capability.class);
        expected.addAll(Arrays.asList(needed));
        return Arguments.of(field, expected);
    }

    private static Arguments needsLimit(Consumer<Limits.Builder> limit, Capability needed) {
        return needs(
                spec -> {
                    Limits.Builder limits = Limits.builder();
                    limit.accept(limits);
                    spec.limits(limits.build());
                },
                needed);
    }

    @Test
    void neverShowsValuesOfEnvironmentSecretsSeedFilesAndOptions() {
        assertThat(full().build().toString())
                .contains("GREETING", "TOKEN", "a.txt", "docker.runtime", "debian:12", "suite=api")
                .doesNotContain("good-day", "s3cr3t", "hidden-content", "hidden-option");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refusesWhatCouldNeverBeRight(ThrowingCallable setting, String message) {
        assertThatIllegalArgumentException().isThrownBy(setting).withMessage(message);
    }

    static Stream<Arguments> refusals() {
        SandboxSpecBuilder to = SandboxSpec.builder();
        String time = " must be above zero and at most 365 days, but was ";
        String example = "; give for example Duration.ofSeconds(30)";
        String word = " must not be blank nor contain spaces, but was ";
        return Stream.of(
                refusal(() -> to.image(""), "The image" + word + "''"),
                refusal(() -> to.image("two words"), "The image" + word + "'two words'"),
                refusal(() -> to.user("\t"), "The user" + word + "'\t'"),
                refusal(() -> to.label(" ", "x"), "A label's name" + word + "' '"),
                refusal(() -> to.option("", "x"), "An option's name" + word + "''"),
                refusal(() -> to.timeToLive(Duration.ZERO), "The time to live" + time + "PT0S" + example),
                refusal(() -> to.timeToLive(Duration.ofDays(366)), "The time to live" + time + "PT8784H" + example),
                refusal(
                        () -> to.startupTimeout(Duration.ofNanos(-1)),
                        "The start-up timeout" + time + "PT-0.000000001S" + example),
                refusal(
                        () -> to.env("", "x"),
                        "Not a name for an environment variable: ''; it must not be empty nor" + " contain '=' or NUL"),
                refusal(
                        () -> to.env("A=B", "x"),
                        "Not a name for an environment variable: 'A=B'; it must not be empty"
                                + " nor contain '=' or NUL"),
                refusal(
                        () -> to.env("A", "x\0"),
                        "The value of environment variable 'A' has NUL at index 1; pass binary"
                                + " data as a file or as stdin"),
                refusal(
                        () -> to.secret("\0", Secret.of("x")),
                        "Not a name for an environment variable: '\\0'; it must"
                                + " not be empty nor contain '=' or NUL"),
                refusal(
                        () -> to.workdir("work"),
                        "The workdir must be an absolute path without '.', '..' or a slash at"
                                + " its end, but was 'work'; write for example /workspace"));
    }

    private static Arguments refusal(ThrowingCallable setting, String message) {
        return Arguments.of(setting, message);
    }

    private static SandboxSpecBuilder full() {
        return SandboxSpec.builder()
                .image("debian:12")
                .workdir("/work")
                .limits(Limits.builder().memory(SOME).build())
                .network(Network.FULL)
                .env(Map.of("GREETING", "good-day"))
                .secret("TOKEN", Secret.of("s3cr3t"))
                .user("nobody")
                .mount(Mount.readOnly(Path.of("/srv"), "/srv"))
                .readOnlyRoot(true)
                .seed(SeedFile.text("a.txt", "hidden-content"))
                .label("suite", "api")
                .option("docker.runtime", "hidden-option")
                .timeToLive(Duration.ofMinutes(5))
                .startupTimeout(Duration.ofSeconds(3));
    }
}
