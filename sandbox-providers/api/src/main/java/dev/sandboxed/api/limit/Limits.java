package dev.sandboxed.api.limit;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How much of the host a sandbox may use.
 *
 * <p>A limit that is absent means the provider's documented default. A limit that is present is enforced, or the spec is
 * refused: each is governed by the {@code LIMIT_…} capability of its name.
 */
public final class Limits {

    /** Asks for no limit: the provider's defaults hold. */
    public static final Limits NONE = builder().build();

    private static final double MAX_CPUS = 4096;
    private static final int MAX_COUNT = 4_194_304;
    private static final DataSize LEAST_MEMORY = DataSize.ofMebibytes(1);
    private static final DataSize LEAST_DATA = DataSize.ofKibibytes(4);
    private static final DataSize MOST_DATA = DataSize.ofGibibytes(1L << 20);

    private final @Nullable Double cpus;
    private final @Nullable DataSize memory;
    private final @Nullable DataSize disk;
    private final @Nullable Integer processes;
    private final @Nullable Integer openFiles;
    private final @Nullable DataSize bandwidth;
    private final @Nullable DataSize addressSpace;
    private final @Nullable Duration cpuTime;

    private Limits(Builder from) {
        this.cpus = from.cpus;
        this.memory = from.memory;
        this.disk = from.disk;
        this.processes = from.processes;
        this.openFiles = from.openFiles;
        this.bandwidth = from.bandwidth;
        this.addressSpace = from.addressSpace;
        this.cpuTime = from.cpuTime;
    }

    public static Builder builder() {
        return new Builder();
    }

    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.cpus = cpus;
        copy.memory = memory;
        copy.disk = disk;
        copy.processes = processes;
        copy.openFiles = openFiles;
        copy.bandwidth = bandwidth;
        copy.addressSpace = addressSpace;
        copy.cpuTime = cpuTime;
        return copy;
    }

    /** Processors, in fractions: {@code 0.5} is half of one. */
    public OptionalDouble cpus() {
        return cpus == null ? OptionalDouble.empty() : OptionalDouble.of(cpus);
    }

    /** Memory of all processes together, without swap. */
    public Optional<DataSize> memory() {
        return Optional.ofNullable(memory);
    }

    /** Bytes that may be written to the sandbox's own files. */
    public Optional<DataSize> disk() {
        return Optional.ofNullable(disk);
    }

    /** Processes and threads alive at once. */
    public OptionalInt processes() {
        return processes == null ? OptionalInt.empty() : OptionalInt.of(processes);
    }

    /** Descriptors open at once in each process. */
    public OptionalInt openFiles() {
        return openFiles == null ? OptionalInt.empty() : OptionalInt.of(openFiles);
    }

    /** Network traffic, in data per second and direction. */
    public Optional<DataSize> bandwidth() {
        return Optional.ofNullable(bandwidth);
    }

    /** Virtual address space of each process; an allocation beyond it fails inside the process. */
    public Optional<DataSize> addressSpace() {
        return Optional.ofNullable(addressSpace);
    }

    /** Processor time of each process; one that uses more is killed. Whole seconds. */
    public Optional<Duration> cpuTime() {
        return Optional.ofNullable(cpuTime);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Limits that
                && Objects.equals(cpus, that.cpus)
                && Objects.equals(memory, that.memory)
                && Objects.equals(disk, that.disk)
                && Objects.equals(processes, that.processes)
                && Objects.equals(openFiles, that.openFiles)
                && Objects.equals(bandwidth, that.bandwidth)
                && Objects.equals(addressSpace, that.addressSpace)
                && Objects.equals(cpuTime, that.cpuTime);
    }

    @Override
    public int hashCode() {
        return Objects.hash(cpus, memory, disk, processes, openFiles, bandwidth, addressSpace, cpuTime);
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "Limits[", "]");
        add(text, "cpus", cpus);
        add(text, "memory", memory);
        add(text, "disk", disk);
        add(text, "processes", processes);
        add(text, "openFiles", openFiles);
        add(text, "bandwidth", bandwidth);
        add(text, "addressSpace", addressSpace);
        add(text, "cpuTime", cpuTime);
        return text.toString();
    }

    private static void add(StringJoiner text, String name, @Nullable Object value) {
        if (value != null) {
            text.add(name + "=" + value);
        }
    }

    /** Collects limits; every setter refuses values that no machine could mean. */
    public static final class Builder {
        private @Nullable Double cpus;
        private @Nullable DataSize memory;
        private @Nullable DataSize disk;
        private @Nullable Integer processes;
        private @Nullable Integer openFiles;
        private @Nullable DataSize bandwidth;
        private @Nullable DataSize addressSpace;
        private @Nullable Duration cpuTime;

        private Builder() {}

        /**
         * Limits the processors.
         *
         * @throws IllegalArgumentException unless above 0 and at most 4096
         */
        public Builder cpus(double processors) {
            if (!(processors > 0 && processors <= MAX_CPUS)) {
                throw refused("cpus", "above 0 and at most 4096", processors, "0.5");
            }
            this.cpus = processors;
            return this;
        }

        /** Limits the memory; at least {@code 1m}, at most {@code 1p}. */
        public Builder memory(DataSize size) {
            this.memory = within("memory", size, LEAST_MEMORY);
            return this;
        }

        /** Limits the disk; at least {@code 4k}, at most {@code 1p}. */
        public Builder disk(DataSize size) {
            this.disk = within("disk", size, LEAST_DATA);
            return this;
        }

        /** Limits the processes; at least 1, at most 4194304. */
        public Builder processes(int count) {
            this.processes = within("processes", count, 1);
            return this;
        }

        /** Limits the open files; at least 8, at most 4194304. */
        public Builder openFiles(int count) {
            this.openFiles = within("openFiles", count, 8);
            return this;
        }

        /** Limits the traffic a second; at least {@code 4k}, at most {@code 1p}. */
        public Builder bandwidth(DataSize perSecond) {
            this.bandwidth = within("bandwidth", perSecond, LEAST_DATA);
            return this;
        }

        /** Limits the address space; at least {@code 1m}, at most {@code 1p}. */
        public Builder addressSpace(DataSize size) {
            this.addressSpace = within("addressSpace", size, LEAST_MEMORY);
            return this;
        }

        /**
         * Limits the processor time.
         *
         * @throws IllegalArgumentException if it is not a whole number of seconds between one second and a year
         */
        public Builder cpuTime(Duration time) {
            if (time.toSeconds() < 1
                    || time.compareTo(Duration.ofDays(365)) > 0
                    || !time.equals(Duration.ofSeconds(time.toSeconds()))) {
                throw refused("cpuTime", "whole seconds, from 1 second to 365 days", time, "Duration.ofSeconds(10)");
            }
            this.cpuTime = time;
            return this;
        }

        public Limits build() {
            return new Limits(this);
        }

        private static DataSize within(String name, DataSize size, DataSize least) {
            if (size.compareTo(least) < 0 || size.compareTo(MOST_DATA) > 0) {
                throw refused(name, "between " + least + " and 1p", size, "256m");
            }
            return size;
        }

        private static int within(String name, int count, int least) {
            if (count < least || count > MAX_COUNT) {
                throw refused(name, "between " + least + " and " + MAX_COUNT, count, "64");
            }
            return count;
        }

        private static IllegalArgumentException refused(String name, String range, Object actual, String example) {
            return new IllegalArgumentException("Limit '" + name + "' must be " + range + ", but was " + actual
                    + "; give for example " + example + ", or leave it out for the provider's default");
        }
    }
}
