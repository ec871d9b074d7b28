package dev.sandboxed.api.limit;

/** What a limit is about. */
public enum Resource {
    /** Share of processors. */
    CPU,
    /** Memory of all processes of the sandbox together. */
    MEMORY,
    /** Bytes written to the sandbox's files. */
    DISK,
    /** Processes and threads alive at once. */
    PROCESSES,
    /** Descriptors open at once in one process. */
    OPEN_FILES,
    /** Bytes a second over the network. */
    BANDWIDTH,
    /** Virtual address space of one process. */
    ADDRESS_SPACE,
    /** Processor seconds used by one process. */
    CPU_TIME,
    /** Bytes of a sandbox's files that are read into the memory of the host's process or written to its disk. */
    TRANSFER
}
