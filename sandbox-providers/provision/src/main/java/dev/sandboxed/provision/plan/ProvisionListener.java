package dev.sandboxed.provision.plan;

import java.util.OptionalLong;

/** Is told how far things are, from several threads. */
public interface ProvisionListener {

    /** Hears nothing. */
    ProvisionListener SILENT = new ProvisionListener() {};

    /** Something has begun, as in "apt-get installs runc". */
    default void begun(String what) {}

    /**
     * Some of a file has arrived.
     *
     * @param name what the program is called
     * @param bytes how much is there
     * @param total how much it will be; empty if the site does not say
     */
    default void fetched(String name, long bytes, OptionalLong total) {}

    /** Something is done, as in "runsc 20260525.0 is in ...". */
    default void done(String what) {}
}
