package dev.sandboxed.provider.remote.internal.http;

/** A sandbox that the service is to keep as long as it hears of us. */
interface Kept {

    /** Returns what it is called. */
    String id();

    /** Takes note that the service has it no more. */
    void vanished(String why);
}
