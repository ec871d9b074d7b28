package dev.sandboxed.checks.broken.core;

import java.io.IOException;

/** Has every bad habit there is a rule against. */
public final class CoreHabits {

    public void print() {
        System.out.println("to whom?");
    }

    public void complain() {
        throw new RuntimeException("about what?");
    }

    public String home() {
        return System.getProperty("user.home") + System.getenv("HOME") + Integer.getInteger("size");
    }

    public void start() throws IOException {
        new ProcessBuilder("true").start();
        Runtime.getRuntime().exec(new String[] {"true"});
    }

    public void doze() throws InterruptedException {
        Thread.sleep(1);
    }
}
