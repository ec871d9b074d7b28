package dev.sandboxed.junit;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.config.Prefer;
import dev.sandboxed.core.config.Workload;
import dev.sandboxed.junit.internal.injection.SandboxedExtension;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Inject a live {@link dev.sandboxed.api.Sandbox}, as strong as the host can offer and never weaker than asked for.
 *
 * <h2>Where</h2>
 *
 * <ul>
 *   <li>On a class or a test method: every parameter of type {@code Sandbox} of its constructors, tests, factories and
 *       lifecycle methods is injected.
 *   <li>On a parameter or a field of type {@code Sandbox}: that one is injected.
 *   <li>On another annotation, which then means the same. It is inherited by subclasses and by nested classes.
 * </ul>
 *
 * <h2>Scope</h2>
 *
 * <ul>
 *   <li>All parameters without an annotation of their own share one sandbox for each test: what {@code @BeforeEach} wrote is
 *       there in the test. Those of {@code @BeforeAll} and {@code @AfterAll} share one for the class, which is another.
 *   <li>A parameter or instance field with an annotation of its own has a sandbox of its own for each test.
 *   <li>A static field has one for the class.
 * </ul>
 *
 * <h2>Settings</h2>
 *
 * <p>The annotation closest to the injection point wins, attribute by attribute: parameter or field, method, class, enclosing
 * class. What no annotation says comes from the configuration key named at the attribute: JUnit's configuration parameters,
 * then system properties, the environment, and {@code sandboxed.properties}. The README
 * lists the keys and their defaults.
 *
 * <h2>Failing</h2>
 *
 * <p>The test fails when no provider is strong enough and able, with every provider's reason and remedy; with
 * {@link #onUnavailable} it is skipped instead. Misuse fails the class before anything starts: a field or parameter of
 * another type, a final field, a parameter before the arguments of a parameterized test, attributes that contradict each
 * other, and two annotations on one element that disagree.
 *
 * <h2>Clean-up</h2>
 *
 * <p>Sandboxes are closed after their test or class, however that ended. When a test failed, what happened inside is attached to
 * it before.
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(SandboxedExtension.class)
public @interface Sandboxed {

    /** The only provider to use, by name; no other is tried then. Key {@code sandbox.provider}. */
    String provider() default "";

    /** The weakest isolation that is accepted, at most one. Key {@code sandbox.isolation}. */
    Isolation[] isolation() default {};

    /** The root file system. Key {@code sandbox.image}. */
    String image() default "";

    /** Processors, in fractions. Key {@code sandbox.cpus}. */
    double cpus() default 0;

    /** Memory, as in {@code 256m}. Key {@code sandbox.memory}. */
    String memory() default "";

    /** Disk, as in {@code 1g}. Key {@code sandbox.disk}. */
    String disk() default "";

    /** Processes at once. Key {@code sandbox.processes}. */
    int processes() default 0;

    /** Opens files of each process. Key {@code sandbox.files}. */
    int openFiles() default 0;

    /** The user that commands run as, by name or number. Key {@code sandbox.user}. */
    String user() default "";

    /** The directory that commands start in and relative paths begin at, absolute. Key {@code sandbox.workdir}. */
    String workdir() default "";

    /** Whether nothing but the workdir, {@code /tmp} and mounts can be written, at most one. Key {@code sandbox.readOnlyRoot}. */
    boolean[] readOnlyRoot() default {};

    /** What may be reached, at most one; with {@code ALLOW_LIST} give {@link #allowHosts}. Key {@code sandbox.network}. */
    Network[] network() default {};

    /**
     * The hosts of the allow-list: names, {@code *.} and a domain, IPv4 addresses and ranges, each with {@code :} and a port or for
     * all ports. Key {@code sandbox.network}, separated by commas.
     */
    String[] allowHosts() default {};

    /** Ports inside that {@code Sandbox.endpoint} makes reachable from the host. Key {@code sandbox.ports}, separated by commas. */
    int[] exposePorts() default {};

    /** Bytes a second that go in each direction, as in {@code 1m}. Key {@code sandbox.bandwidth}. */
    String bandwidth() default "";

    /**
     * Services on the list whose requests get a key outside of the sandbox, each with the environment variable of the tests that
     * has it: {@code https://api.example=API_KEY} for {@code Authorization: Bearer}, {@code https://api.example=X-Api-Key:API_KEY}
     * for another header. The key itself never enters. Key {@code sandbox.credentials}, separated by commas.
     */
    String[] credentials() default {};

    /** How long a command may run unless it says otherwise, as in {@code 5s}. Key {@code sandbox.timeout}. */
    String timeout() default "";

    /** Variables for every command, as in {@code NAME=value}. Keys {@code sandbox.env.NAME}. */
    String[] env() default {};

    /** Words to find the sandbox by, as in {@code name=value}. Keys {@code sandbox.label.name}. */
    String[] labels() default {};

    /** Files that are there before the first command. */
    Seed[] seed() default {};

    /** What the sandbox is for, at most one. Key {@code sandbox.workload}. */
    Workload[] workload() default {};

    /** What to order providers by, at most one. Key {@code sandbox.prefer}. */
    Prefer[] prefer() default {};

    /** What to do when no provider will do, at most one. Key {@code sandbox.onUnavailable}. */
    OnUnavailable[] onUnavailable() default {};

    /** When to keep the files and the state of the sandbox after the test, at most one. Key {@code sandbox.keep}. */
    Keep[] keep() default {};

    /**
     * The name of a static method of the test class that returns the {@link SandboxSpec} to start from; it has no parameters
     * and may be private. Whatever attributes and configuration say is put on top of it. The closest annotation that names a
     * method or a class ({@link #specFrom}) wins.
     *
     * <pre>{@code
     * @Sandboxed(spec = "withTools", memory = "256m")
     * class ToolTests {
     *     static SandboxSpec withTools() {
     *         return SandboxSpec.builder().secret("TOKEN", token()).mount(Mount.readOnly(TOOLS, "/opt/tools")).build();
     *     }
     * }
     * }</pre>
     */
    String spec() default "";

    /**
     * A class that returns the {@link SandboxSpec} to start from, for specs that several test classes share; it has a
     * constructor without parameters. Works as {@link #spec} does, and not beside it in one annotation.
     */
    Class<? extends Supplier<SandboxSpec>> specFrom() default NoSpec.class;

    /**
     * The name of a static method of the test class that takes a {@code Sandbox} and prepares it: installs, compiles, fetches. It is run
     * once for the class, in a sandbox of its own; each sandbox that tests get begins with a copy of its files as they were then, and
     * none of its processes. Only providers that declare {@code SNAPSHOT} are taken.
     */
    String from() default "";

    /**
     * How long the sandbox lives and who shares it, at most one; {@link Scope#TEST} where nothing is said. What is shared is never made
     * ahead, and what one test leaves in it the next one finds.
     */
    Scope[] scope() default {};

    /** Stands for no class. */
    final class NoSpec implements Supplier<SandboxSpec> {
        private NoSpec() {}

        @Override
        public SandboxSpec get() {
            return SandboxSpec.defaults();
        }
    }
}
