package dev.sandboxed.process.internal.thread;

/** Starts threads that do not keep the JVM from ending. For provider authors. */
public final class DaemonThread {

    private DaemonThread() {}

    /**
     * Starts a thread.
     *
     * @param name what it is called in thread dumps
     * @return the thread, which runs already
     * @throws OutOfMemoryError if the system has no room for another thread; the task does not run then
     */
    public static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
