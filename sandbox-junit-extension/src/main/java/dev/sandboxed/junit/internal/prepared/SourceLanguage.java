package dev.sandboxed.junit.internal.prepared;

import java.util.Arrays;

/** The language that a test class is written in, so that remedies can be given in it. */
public enum SourceLanguage {
    /** Java, or whatever else is not known to differ. */
    JAVA,
    /** Kotlin, which has neither static methods nor final fields by these names. */
    KOTLIN;

    /** By name, since Kotlin's library need not be on the class path. */
    private static final String MARK_OF_KOTLIN = "kotlin.Metadata";

    /** Returns the language that a class was written in. */
    public static SourceLanguage of(Class<?> testClass) {
        return Arrays.stream(testClass.getAnnotations())
                        .anyMatch(annotation ->
                                annotation.annotationType().getName().equals(MARK_OF_KOTLIN))
                ? KOTLIN
                : JAVA;
    }

    /** Returns the one that is meant for this language. */
    public String choose(String java, String kotlin) {
        return this == KOTLIN ? kotlin : java;
    }
}
