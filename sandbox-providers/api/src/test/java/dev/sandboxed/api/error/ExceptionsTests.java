package dev.sandboxed.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.exec.CommandStartException;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExceptionsTests {

    private static final IOException CAUSE = new IOException("pipe closed");
    private static final Fault FAULT = Fault.of("It broke")
            .provider("local")
            .sandbox("local-1")
            .remedy("mend it")
            .cause(CAUSE);

    @ParameterizedTest
    @MethodSource("family")
    void carryCodePlaceRemedyAndCause(SandboxException exception, String code) {
        assertThat(exception)
                .hasMessage("It broke [provider local, sandbox local-1]\n  remedy: mend it")
                .hasCause(CAUSE);
        assertThat(exception.code()).isEqualTo(code);
        assertThat(exception.provider()).contains("local");
        assertThat(exception.sandbox()).contains("local-1");
        assertThat(exception.remedy()).contains("mend it");
    }

    @Test
    void aNameFromInsideThatABuildServerWouldObeyIsShown() {
        Fault fault = Fault.of("Cannot read 'a\n::stop-commands::x'").remedy("look at it");
        assertThat(new SandboxFileException("a", FileFailure.OTHER, fault))
                .hasMessage("Cannot read 'a\n: :stop-commands::x'\n  remedy: look at it");
    }

    static Stream<Arguments> family() {
        return Stream.of(
                Arguments.of(new CommandStartException(FAULT), "command-start"),
                Arguments.of(new ProviderNotFoundException(FAULT), "provider-not-found"),
                Arguments.of(new ProviderUnavailableException(FAULT), "provider-unavailable"),
                Arguments.of(new ResourceLimitException(Resource.DISK, "1g", "2g", FAULT), "resource-limit"),
                Arguments.of(new SandboxDestroyedException(FAULT), "sandbox-destroyed"),
                Arguments.of(new SandboxFileException("/a", FileFailure.OTHER, FAULT), "sandbox-file"),
                Arguments.of(new SandboxFileNotFoundException("/a", FAULT), "sandbox-file-not-found"),
                Arguments.of(new SandboxInterruptedException(FAULT), "interrupted"),
                Arguments.of(new SandboxNotFoundException(FAULT), "sandbox-not-found"),
                Arguments.of(new SandboxStartException(FAULT), "sandbox-start"),
                Arguments.of(new SandboxStoppedException(FAULT), "sandbox-stopped"),
                Arguments.of(new SandboxTransportException(FAULT), "sandbox-transport"),
                Arguments.of(new SnapshotRejectedException(FAULT), "snapshot-rejected"),
                Arguments.of(new UnsupportedCapabilityException(Capability.USER, FAULT), "unsupported-capability"));
    }

    @Test
    void haveDifferentCodes() {
        assertThat(family().map(one -> one.get()[1])).doesNotHaveDuplicates();
    }

    @Test
    void leaveOutWhatIsNotKnown() {
        SandboxException bare = new SandboxStartException(Fault.of("It broke"));

        assertThat(bare).hasMessage("It broke").hasNoCause();
        assertThat(bare.provider()).isEmpty();
        assertThat(bare.sandbox()).isEmpty();
        assertThat(bare.remedy()).isEmpty();
        assertThat(new SandboxStartException(Fault.of("It broke").sandbox("s-1")))
                .hasMessage("It broke [sandbox s-1]");
        assertThat(new SandboxStartException(Fault.of("It broke").provider("local")))
                .hasMessage("It broke [provider local]");
    }

    @Test
    void nameTheFileAndTheLimit() {
        ResourceLimitException limit = new ResourceLimitException(Resource.DISK, "1g", "2g", FAULT);

        assertThat(new SandboxFileNotFoundException("/a", FAULT).path()).isEqualTo("/a");
        assertThat(limit.resource()).isEqualTo(Resource.DISK);
        assertThat(limit.limit()).isEqualTo("1g");
        assertThat(limit.actual()).isEqualTo("2g");
    }

    @Test
    void listEveryProviderThatWasRejected() {
        List<Rejection> attempts = List.of(
                new Rejection("gvisor", "runsc is not installed", "apt install runsc"),
                new Rejection("local", "PROCESS is below the floor CONTAINER", ""));
        NoProviderException none = new NoProviderException("isolation CONTAINER", attempts);

        assertThat(none)
                .hasMessage("No provider for isolation CONTAINER:"
                        + "\n  - gvisor: runsc is not installed (remedy: apt install runsc)"
                        + "\n  - local: PROCESS is below the floor CONTAINER");
        assertThat(none.attempts()).isEqualTo(attempts);
        assertThat(none.code()).isEqualTo("no-provider");
    }

    @Test
    void sayWhatToDoWhenThereIsNoProviderAtAll() {
        assertThat(new NoProviderException("auto", List.of()))
                .hasMessage("No provider for auto: no provider is on the class path"
                        + "\n  remedy: add a provider module, for example dev.sandboxed:sandbox-provider-local");
    }

    @Test
    void surviveSerialisation() throws IOException, ClassNotFoundException {
        NoProviderException none = new NoProviderException("auto", List.of(new Rejection("a", "b", "c")));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(none);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            NoProviderException back = (NoProviderException) in.readObject();

            assertThat(back).hasMessage(none.getMessage());
            assertThat(back.attempts()).isEqualTo(none.attempts());
            assertThat(back.code()).isEqualTo("no-provider");
        }
    }
}
