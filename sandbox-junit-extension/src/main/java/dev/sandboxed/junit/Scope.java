package dev.sandboxed.junit;

/** How long a sandbox lives, and who shares it. */
public enum Scope {
    /** As long as what it is injected into: a test, or for static fields and the parameters of {@code @BeforeAll} and {@code @AfterAll} a class. */
    TEST,
    /** As long as the class: all its places with this scope that ask for the same share one. */
    CLASS,
    /**
     * As {@link #CLASS}, and before every test but the first its files are again what they were when the first one began: what {@code @BeforeAll}
     * made is there, what tests left is not, copies that they made are closed, and no process goes on. What {@code @BeforeAll} of a nested class makes
     * in the sandbox of an outer one is gone with its first test. The sandbox is then a copy with an id of its own: what was asked of the one
     * before, such as {@code files()} and endpoints, is of no use any more. Needs {@code SNAPSHOT}. Tests that use it at the same time are
     * refused.
     */
    CLASS_WITH_RESET,
    /**
     * As long as the run of JUnit's engine: all places of all classes with this scope that ask for the same share one. Tests that run at the same
     * time use it at the same time.
     */
    RUN
}
