package dev.sandboxed.checks.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;

/** The house rules that byte code can show, for the classes below a root package. */
record Habits(String root) {

    private static final String ROOT_EXCEPTION = "dev.sandboxed.api.error.SandboxException";

    /** What an exception of ours may extend instead of SandboxException. */
    private static final Set<String> JDK_EXCEPTIONS =
            Set.of("java.io.IOException", "java.lang.IllegalArgumentException", "java.lang.IllegalStateException");

    private static final Set<String> GENERIC_EXCEPTIONS =
            Set.of("java.lang.Throwable", "java.lang.Exception", "java.lang.RuntimeException", "java.lang.Error");

    private static final Map<String, Set<String>> ENVIRONMENT_READERS = Map.of(
            "java.lang.System", Set.of("getenv", "getProperty", "getProperties"),
            "java.lang.Boolean", Set.of("getBoolean"),
            "java.lang.Integer", Set.of("getInteger"),
            "java.lang.Long", Set.of("getLong"));

    /** The one class of a module without configuration that looks at the machine it runs on. */
    private static final Set<String> HOST_READERS =
            Set.of(".linux.internal.libc.HostPlatform", ".conformance.internal.host.HostFacts");

    /** What starts processes, and who uses it: one class of the providers' modules, and one of those that cannot use it. */
    private static final Map<String, Set<String>> STARTERS = Map.of(
            "java.lang.ProcessBuilder",
                    Set.of(".process.internal.host.HostProcess", ".core.internal.watchdog.WatchdogProcess"),
            "com.pty4j.PtyProcessBuilder", Set.of(".process.internal.terminal.HostTerminal"));

    private static final Map<String, Set<String>> SLEEPS =
            Map.of("java.lang.Thread", Set.of("sleep"), "java.util.concurrent.TimeUnit", Set.of("sleep"));

    /** What a test prints in a sandbox belongs where it would have been printed here, and so does what it asked to see live. */
    private static final Set<String> PRINTS_FOR_TESTS =
            Set.of(".junit.internal.inside.PrintedInside", ".junit.internal.report.LiveTranscript");

    ArchRule onlyTheCommandLinePrints() {
        return noClasses()
                .that(areOurs())
                .and()
                .resideOutsideOfPackages(root + ".cli..", root + ".benchmarks..", root + ".site..")
                .and(describe("are not one of " + PRINTS_FOR_TESTS, type -> !isOneOf(PRINTS_FOR_TESTS, type)))
                .should(ACCESS_STANDARD_STREAMS)
                .allowEmptyShould(true);
    }

    ArchRule nobodyThrowsGenericExceptions() {
        return noClasses()
                .that(areOurs())
                .should()
                .callConstructorWhere(describe("it makes a generic exception", Habits::makesGenericException))
                .allowEmptyShould(true);
    }

    ArchRule exceptionsHaveOneRoot() {
        return classes()
                .that(areOurs())
                .and()
                .areAssignableTo(Throwable.class)
                .should()
                .beAssignableTo(describe("SandboxException or one of " + JDK_EXCEPTIONS, Habits::isAcceptedRoot))
                .allowEmptyShould(true);
    }

    /** Everything else is handed what it needs to know: one place reads, and it can be tested. */
    ArchRule onlyConfigurationReadsTheEnvironment() {
        return noClasses()
                .that(areOurs())
                .and()
                .resideOutsideOfPackages(root + ".core.internal.config..", root + ".cli..")
                .and(describe("are not one of " + HOST_READERS, type -> !isOneOf(HOST_READERS, type)))
                .should()
                .callMethodWhere(describe("it reads the environment", call -> calls(call, ENVIRONMENT_READERS)))
                .allowEmptyShould(true);
    }

    /** The kit, its mutants and the benchmarks do without the module that starts processes. */
    ArchRule processesAreStartedInOnePlace() {
        return noClasses()
                .that(areOurs())
                .and()
                .resideOutsideOfPackages(root + ".conformance..", root + ".mutants..", root + ".benchmarks..")
                .should()
                .callCodeUnitWhere(describe("it starts a process", this::startsProcess))
                .allowEmptyShould(true);
    }

    ArchRule nobodySleeps() {
        return noClasses()
                .that(areOurs())
                .should()
                .callMethodWhere(describe("it sleeps", call -> calls(call, SLEEPS)))
                .allowEmptyShould(true);
    }

    private DescribedPredicate<JavaClass> areOurs() {
        return describe("are in " + root, type -> type.getPackageName().startsWith(root + "."));
    }

    private boolean startsProcess(JavaCall<?> call) {
        String owner = call.getTargetOwner().getName();
        Set<String> starters = STARTERS.get(owner);
        return starters == null
                ? owner.equals("java.lang.Runtime") && call.getName().equals("exec")
                : starters.stream()
                        .noneMatch(name -> call.getOriginOwner().getName().equals(root + name));
    }

    private boolean isOneOf(Set<String> names, JavaClass type) {
        String outermost = type.getName().replaceFirst("\\$.*", "");
        return names.stream().map(name -> root + name).anyMatch(outermost::equals);
    }

    private static boolean isAcceptedRoot(JavaClass type) {
        return type.getName().equals(ROOT_EXCEPTION) || JDK_EXCEPTIONS.contains(type.getName());
    }

    /** A direct subclass calls the same constructor as super(…); that is not what is meant. */
    private static boolean makesGenericException(JavaConstructorCall call) {
        JavaClass made = call.getTargetOwner();
        boolean isSuperCall = call.getOrigin().isConstructor()
                && call.getOriginOwner().getRawSuperclass().filter(made::equals).isPresent();
        return GENERIC_EXCEPTIONS.contains(made.getName()) && !isSuperCall;
    }

    private static boolean calls(JavaCall<?> call, Map<String, Set<String>> methods) {
        return methods.getOrDefault(call.getTargetOwner().getName(), Set.of()).contains(call.getName());
    }
}
