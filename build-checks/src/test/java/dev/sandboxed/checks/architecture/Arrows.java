package dev.sandboxed.checks.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;

/**
 * Says which module may use which. The root package is a parameter, so that the rules can be tried on classes that
 * break them on purpose.
 */
record Arrows(String root) {

    /** The modules each module may use. A provider is known by the name "provider", whichever it is. */
    private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("api", Set.of()),
            Map.entry("linux", Set.of("api")),
            Map.entry("process", Set.of("api", "linux")),
            Map.entry("network", Set.of("api", "linux", "process")),
            Map.entry("credentials", Set.of("api", "network")),
            Map.entry("folder", Set.of("api", "linux", "process")),
            Map.entry("images", Set.of("api", "linux", "folder")),
            Map.entry("guest", Set.of("api", "process")),
            Map.entry("provision", Set.of("api", "linux", "process")),
            Map.entry("wire", Set.of("api")),
            Map.entry("serve", Set.of("api", "linux", "process", "folder", "guest", "wire")),
            Map.entry("core", Set.of("api")),
            Map.entry("testkit", Set.of("api")),
            Map.entry("conformance", Set.of("api")),
            Map.entry("mutants", Set.of("api", "conformance")),
            Map.entry("provider", Set.of("api", "linux", "process", "network", "folder", "guest", "wire")),
            Map.entry("cli", Set.of("api", "process", "core", "provision", "wire", "serve", "conformance", "mutants")),
            // It runs the others and uses none.
            Map.entry("gradle", Set.of()),
            Map.entry("assertions", Set.of("api")),
            Map.entry("junit", Set.of("api", "core", "assertions")),
            // It reads the documentation, and uses none.
            Map.entry("site", Set.of()),
            Map.entry("benchmarks", Set.of("api", "core", "junit", "process", "provider", "serve", "testkit")));

    ArchRule modulesFollowTheArrows() {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(followTheArrows())
                .allowEmptyShould(true);
    }

    ArchRule apiUsesNothingButTheJdk() {
        return classes()
                .that()
                .resideInAPackage(root + ".api..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(root + ".api..", "java..", "org.jspecify..")
                .allowEmptyShould(true);
    }

    ArchRule packagesHaveNoCycles() {
        return slices().matching(root + ".(**)")
                .should()
                .beFreeOfCycles()
                // JUnit finds an extension through the annotation that the extension reads.
                .ignoreDependency(
                        DescribedPredicate.describe(
                                "is an annotation of JUnit's users",
                                type -> type.isAnnotation()
                                        && type.getPackageName().equals(root + ".junit")),
                        resideInAPackage(root + ".junit.internal..")
                                .and(assignableTo("org.junit.jupiter.api.extension.Extension")))
                .allowEmptyShould(true);
    }

    ArchRule packagesAreNullMarked() {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(liveInANullMarkedPackage())
                .allowEmptyShould(true);
    }

    /** Returns the module of a class, with providers told apart: {@code core}, {@code provider.local}. */
    private String moduleOf(JavaClass type) {
        String[] names = type.getPackageName().substring(root.length() + 1).split("\\.");
        return names[0].equals("provider") && names.length > 1 ? names[0] + "." + names[1] : names[0];
    }

    private boolean isOurs(JavaClass type) {
        return type.getPackageName().startsWith(root + ".");
    }

    private boolean mayUse(String user, String used) {
        return user.equals(used) || ALLOWED.getOrDefault(kind(user), Set.of()).contains(kind(used));
    }

    private static String kind(String module) {
        return module.startsWith("provider.") ? "provider" : module;
    }

    private ArchCondition<JavaClass> followTheArrows() {
        return new ArchCondition<>("follow the arrows between the modules") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String user = moduleOf(type);
                if (!ALLOWED.containsKey(kind(user))) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getName() + " is in module " + user + ", for which Arrows has no entry"));
                }
                type.getDirectDependenciesFromSelf().stream()
                        .filter(dependency -> isOurs(dependency.getTargetClass()))
                        .filter(dependency -> !mayUse(user, moduleOf(dependency.getTargetClass())))
                        .forEach(dependency -> events.add(SimpleConditionEvent.violated(
                                type,
                                user + " may not use " + moduleOf(dependency.getTargetClass()) + ": "
                                        + dependency.getDescription())));
            }
        };
    }

    private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
        return new ArchCondition<>("live in a package whose package-info is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked")) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getName() + " is in a package without a @NullMarked package-info"));
                }
            }
        };
    }
}
