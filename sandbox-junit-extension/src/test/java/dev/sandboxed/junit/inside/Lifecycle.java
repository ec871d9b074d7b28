package dev.sandboxed.junit.inside;

import dev.sandboxed.junit.InsideSandbox;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Notes what of it runs in the JVM that it is in. */
@InsideSandbox
class Lifecycle {

    static final AtomicInteger RAN_HERE = new AtomicInteger();

    private static final List<String> RAN = new ArrayList<>();

    private static void note(String what) {
        RAN_HERE.incrementAndGet();
        RAN.add(what);
    }

    @BeforeAll
    static void beforeAll() {
        note("beforeAll");
    }

    @BeforeEach
    void beforeEach() {
        note("beforeEach");
    }

    @Test
    void test(TestReporter reporter) {
        note("test");
        reporter.publishEntry("ran", RAN.toString());
    }

    @Test
    void other(TestReporter reporter) {
        note("other");
        reporter.publishEntry("ran", RAN.toString());
    }

    @AfterEach
    void afterEach() {
        note("afterEach");
    }

    @AfterAll
    static void afterAll() {
        note("afterAll");
    }
}
