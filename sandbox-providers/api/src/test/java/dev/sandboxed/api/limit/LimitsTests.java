package dev.sandboxed.api.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsTests {

    private static final DataSize MOST = DataSize.parse("1p");

    @Test
    void askForNothingUnlessTold() {
        Limits none = Limits.NONE;

        assertThat(none).isEqualTo(Limits.builder().build()).hasToString("Limits[]");
        assertThat(none.cpus()).isEmpty();
        assertThat(none.memory()).isEmpty();
        assertThat(none.disk()).isEmpty();
        assertThat(none.processes()).isEmpty();
        assertThat(none.openFiles()).isEmpty();
        assertThat(none.bandwidth()).isEmpty();
        assertThat(none.addressSpace()).isEmpty();
        assertThat(none.cpuTime()).isEmpty();
    }

    @Test
    void keepEveryLimit() {
        Limits all = all().build();

        assertThat(all.cpus()).hasValue(0.5);
        assertThat(all.memory()).contains(DataSize.ofMebibytes(256));
        assertThat(all.disk()).contains(DataSize.ofGibibytes(1));
        assertThat(all.processes()).hasValue(64);
        assertThat(all.openFiles()).hasValue(256);
        assertThat(all.bandwidth()).contains(DataSize.ofMebibytes(2));
        assertThat(all.addressSpace()).contains(DataSize.ofGibibytes(4));
        assertThat(all.cpuTime()).contains(Duration.ofSeconds(10));
        assertThat(all)
                .hasToString("Limits[cpus=0.5, memory=256m, disk=1g, processes=64, openFiles=256, bandwidth=2m,"
                        + " addressSpace=4g, cpuTime=PT10S]");
    }

    @Test
    void surviveTheWayThroughABuilder() {
        Limits all = all().build();

        assertThat(all.toBuilder().build()).isEqualTo(all).hasSameHashCodeAs(all);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void differWhenOneLimitDiffers(Consumer<Limits.Builder> change) {
        Limits.Builder changed = all();
        change.accept(changed);

        assertThat(changed.build()).isNotEqualTo(all().build());
    }

    static Stream<Consumer<Limits.Builder>> changes() {
        return Stream.of(
                limits -> limits.cpus(1),
                limits -> limits.memory(DataSize.ofMebibytes(1)),
                limits -> limits.disk(DataSize.ofMebibytes(1)),
                limits -> limits.processes(1),
                limits -> limits.openFiles(8),
                limits -> limits.bandwidth(DataSize.ofMebibytes(1)),
                limits -> limits.addressSpace(DataSize.ofMebibytes(1)),
                limits -> limits.cpuTime(Duration.ofSeconds(1)));
    }

    @Test
    void acceptTheEdges() {
        Limits least = Limits.builder()
                .cpus(Double.MIN_VALUE)
                .memory(DataSize.ofMebibytes(1))
                .disk(DataSize.ofKibibytes(4))
                .processes(1)
                .openFiles(8)
                .bandwidth(DataSize.ofKibibytes(4))
                .addressSpace(DataSize.ofMebibytes(1))
                .cpuTime(Duration.ofSeconds(1))
                .build();
        Limits most = Limits.builder()
                .cpus(4096)
                .memory(MOST)
                .disk(MOST)
                .processes(4_194_304)
                .openFiles(4_194_304)
                .bandwidth(MOST)
                .addressSpace(MOST)
                .cpuTime(Duration.ofDays(365))
                .build();

        assertThat(least.openFiles()).hasValue(8);
        assertThat(most.processes()).hasValue(4_194_304);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.5, 4096.1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void refuseAbsurdProcessors(double cpus) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Limits.builder().cpus(cpus))
                .withMessage("Limit 'cpus' must be above 0 and at most 4096, but was " + cpus
                        + "; give for example 0.5, or leave it out for the provider's default");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refuseWhatIsJustBeyondAnEdge(ThrowingCallable setting, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(setting)
                .withMessage(message + ", or leave it out for the provider's default");
    }

    static Stream<Arguments> refusals() {
        Limits.Builder to = Limits.builder();
        DataSize tooMuch = DataSize.ofBytes(MOST.bytes() + 1);
        DataSize belowMemory = DataSize.ofBytes((1 << 20) - 1);
        DataSize belowData = DataSize.ofBytes(4095);
        return Stream.of(
                refusal(() -> to.memory(belowMemory), "'memory' must be between 1m and 1p, but was 1048575", "256m"),
                refusal(() -> to.memory(tooMuch), "'memory' must be between 1m and 1p, but was " + tooMuch, "256m"),
                refusal(() -> to.disk(belowData), "'disk' must be between 4k and 1p, but was 4095", "256m"),
                refusal(() -> to.disk(tooMuch), "'disk' must be between 4k and 1p, but was " + tooMuch, "256m"),
                refusal(() -> to.bandwidth(belowData), "'bandwidth' must be between 4k and 1p, but was 4095", "256m"),
                refusal(
                        () -> to.bandwidth(tooMuch),
                        "'bandwidth' must be between 4k and 1p, but was " + tooMuch,
                        "256m"),
                refusal(
                        () -> to.addressSpace(belowMemory),
                        "'addressSpace' must be between 1m and 1p, but was 1048575",
                        "256m"),
                refusal(
                        () -> to.addressSpace(tooMuch),
                        "'addressSpace' must be between 1m and 1p, but was " + tooMuch,
                        "256m"),
                refusal(() -> to.processes(0), "'processes' must be between 1 and 4194304, but was 0", "64"),
                refusal(() -> to.processes(-1), "'processes' must be between 1 and 4194304, but was -1", "64"),
                refusal(
                        () -> to.processes(4_194_305),
                        "'processes' must be between 1 and 4194304, but was 4194305",
                        "64"),
                refusal(() -> to.openFiles(7), "'openFiles' must be between 8 and 4194304, but was 7", "64"),
                refusal(
                        () -> to.openFiles(4_194_305),
                        "'openFiles' must be between 8 and 4194304, but was 4194305",
                        "64"),
                cpuTimeRefusal(Duration.ZERO),
                cpuTimeRefusal(Duration.ofSeconds(-1)),
                cpuTimeRefusal(Duration.ofMillis(1500)),
                cpuTimeRefusal(Duration.ofDays(366)));
    }

    private static Arguments cpuTimeRefusal(Duration time) {
        return refusal(
                () -> Limits.builder().cpuTime(time),
                "'cpuTime' must be whole seconds, from 1 second to 365 days, but was " + time,
                "Duration.ofSeconds(10)");
    }

    private static Arguments refusal(ThrowingCallable setting, String what, String example) {
        return Arguments.of(setting, "Limit " + what + "; give for example " + example);
    }

    private static Limits.Builder all() {
        return Limits.builder()
                .cpus(0.5)
                .memory(DataSize.ofMebibytes(256))
                .disk(DataSize.ofGibibytes(1))
                .processes(64)
                .openFiles(256)
                .bandwidth(DataSize.ofMebibytes(2))
                .addressSpace(DataSize.ofGibibytes(4))
                .cpuTime(Duration.ofSeconds(10));
    }
}
