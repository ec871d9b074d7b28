package dev.sandboxed.core.internal.health;

/** A thread for one task that keeps no JVM from ending: a question to a provider may never be answered. */
public final class BackgroundThread {

    private BackgroundThread() {}

    /** Starts one. */
    public static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
