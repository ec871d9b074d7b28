package dev.sandboxed.testkit.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import java.io.InputStream;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundedReadTests {

    private final SandboxFiles files = MemoryFiles.empty("/workspace", Clock.systemUTC(), Fault::of);

    @Test
    void aFileWithMoreThanIsReadIntoMemoryIsRefused() {
        files.write("large", new byte[3 << 20]);

        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> files.readBytes("large", DataSize.ofMebibytes(2)))
                .withMessageStartingWith("The file 'large' has 3m, and at most 2m of a file is read into memory")
                .withMessageContaining("remedy: read it as a stream with read(path), or allow more")
                .satisfies(refusal -> {
                    assertThat(refusal.resource()).isEqualTo(Resource.TRANSFER);
                    assertThat(refusal.limit()).isEqualTo("2m");
                    assertThat(refusal.actual()).isEqualTo("3m");
                });
    }

    @Test
    void aFileOfJustThatSizeIsRead() {
        files.write("fits", new byte[2 << 20]);

        assertThat(files.readBytes("fits", DataSize.ofMebibytes(2))).hasSize(2 << 20);
        assertThat(files.readText("fits", DataSize.ofGibibytes(100))).hasSize(2 << 20);
    }

    @Test
    void withoutALimitOfOnesOwnThereIsOne() {
        files.write("large", new byte[(64 << 20) + 1]);

        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> files.readText("large"))
                .withMessageContaining("at most 64m of a file");
    }

    @Test
    void whatIsRefusedForItsSizeIsNotReadUpToTheLimit() {
        files.write("large", new byte[40 << 20]);
        List<InputStream> read = new ArrayList<>();
        SandboxFiles watched = new ForwardingSandboxFiles(files) {
            @Override
            public InputStream read(String path) {
                read.add(super.read(path));
                return read.get(0);
            }
        };

        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> watched.readBytes("large", DataSize.ofMebibytes(32)))
                .withMessageStartingWith("The file 'large' has 40m");
        assertThat(read)
                .singleElement()
                .satisfies(content -> assertThat(content.available())
                        .as("bytes that were not read")
                        .isGreaterThan(32 << 20));
    }
}
