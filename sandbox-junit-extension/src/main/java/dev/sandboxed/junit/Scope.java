package dev.sandboxed.junit;

/** How long a sandbox lives, and who shares it. */
public enum Scope {
    /** As long as what it is injected into: a test, or for static fields and the parameters of {@code @BeforeAll} and {@code @AfterAll} a class. */
    TEST,
    /** As long as the class: all its places with this scope that ask for the same share one. */
    CLASS,
    /**
     * As long as the run of JUnit's engine: all places of all classes with this scope that ask for the same share one. Tests that run at the same
     * time use it at the same time.
     */
    RUN
}
