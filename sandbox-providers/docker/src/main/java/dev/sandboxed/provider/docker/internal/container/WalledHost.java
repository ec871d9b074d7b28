package dev.sandboxed.provider.docker.internal.container;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.github.dockerjava.api.model.HostConfig;
import dev.sandboxed.linux.internal.host.KernelFiles;
import java.util.List;

/** What a container is given of its host where it shares the kernel: the client library has no words for the kernel's files. */
final class WalledHost extends HostConfig {

    private static final long serialVersionUID = 1L;

    private final int processors;

    /**
     * Makes one.
     *
     * @param processors how many the host has
     */
    WalledHost(int processors) {
        this.processors = processors;
    }

    /** Returns what is hidden. It takes the place of what engines hide by themselves, and so that has to be in it. */
    @JsonProperty("MaskedPaths")
    List<String> hidden() {
        return KernelFiles.hiddenWithHeat(processors);
    }

    /** Lists what cannot be written. */
    @JsonProperty("ReadonlyPaths")
    List<String> readOnly() {
        return KernelFiles.readOnly();
    }
}
