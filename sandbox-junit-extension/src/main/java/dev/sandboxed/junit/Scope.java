package dev.sandboxed.junit;

/** How long a sandbox lives, and who shares it. */
public enum Scope {
    /** As long as what it is injected into: a test, or for static fields and the parameters of {@code @BeforeAll} and {@code @AfterAll} a class. */
    TEST,
    /** As long as the class: all its places with this scope that ask for the same share one. */
    CLASS,
    /**
     * As {@link #CLASS}, and before every test but the first its files are again what they were when the first one began: what {@code @BeforeAll}
     * made is there, what tests left is not, and no process goes on. The sandbox is then a copy with an id of its own. Needs
     * {@code SNAPSHOT}. Tests that use it at the same time are refused.
     */
    CLASS_WITH_RESET,
    /**
     * As long as the run of JUnit's engine: all places of all classes with this scope that ask for the same share one. Tests that run at the same
     * time use it at the same time.
     */
    RUN
}
