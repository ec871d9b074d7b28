package dev.sandboxed.conformance.contract;

import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;

/** How much is thrown at a provider. Only a full examination certifies. */
public enum Effort {
    /** The figures of the contract. */
    FULL(50, 64, 2_000, Duration.ofSeconds(90), 20),
    /** Figures that show gross faults only, for those who examine often: while writing a provider, or a mutant of one. */
    BRIEF(2, 4, 40, Duration.ofMillis(300), 2);

    private final int bulkMebibytes;
    private final int floodMebibytes;
    private final int treeFiles;
    private final Duration silence;
    private final int samples;

    Effort(int bulkMebibytes, int floodMebibytes, int treeFiles, Duration silence, int samples) {
        this.bulkMebibytes = bulkMebibytes;
        this.floodMebibytes = floodMebibytes;
        this.treeFiles = treeFiles;
        this.silence = silence;
        this.samples = samples;
    }

    /** The size of a large file, and of a large input. */
    public DataSize bulk() {
        return DataSize.ofMebibytes(bulkMebibytes);
    }

    /** The size of a large output. */
    public DataSize flood() {
        return DataSize.ofMebibytes(floodMebibytes);
    }

    /** How many files a large tree has. */
    public int treeFiles() {
        return treeFiles;
    }

    /** How long a command is silent that is silent for long. */
    public Duration silence() {
        return silence;
    }

    /** How many samples are taken of each timing. */
    public int samples() {
        return samples;
    }
}
