package dev.sandboxed.checks.parity;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Finds what Maven lets pass and Gradle does not: a module that uses another one which it did not declare, and a module that
 * shows types of another one to its users while it hides that module from them.
 */
final class Doors {

    private final GradleBuild gradle;
    private final Function<JavaClass, String> moduleOf;
    private final Map<String, Set<String>> visible = new HashMap<>();
    private final Map<String, Set<String>> shown = new HashMap<>();

    /**
     * Looks at a build.
     *
     * @param moduleOf names the module of a class, or gives nothing for those of others
     */
    Doors(GradleBuild gradle, Function<JavaClass, String> moduleOf) {
        this.gradle = gradle;
        this.moduleOf = moduleOf;
    }

    /** Lists the problems, each with one class that shows it. */
    Set<String> problems(JavaClasses classes) {
        Map<String, String> problems = new TreeMap<>();
        for (JavaClass each : classes) {
            String module = moduleOf.apply(each);
            if (module == null) {
                continue;
            }
            Set<String> declared = visible.computeIfAbsent(module, this::visible);
            each.getDirectDependenciesFromSelf().stream()
                    .map(Dependency::getTargetClass)
                    .filter(used -> isOutside(used, module, declared))
                    .forEach(used -> problems.putIfAbsent(
                            module + " uses " + moduleOf.apply(used) + ", which it does not declare",
                            each.getName() + " uses " + used.getName()));
            if (isOpen(each)) {
                Set<String> exported = shown.computeIfAbsent(module, any -> passedOn(any, new TreeSet<>()));
                signature(each)
                        .filter(type -> isOutside(type, module, exported))
                        .forEach(type -> problems.putIfAbsent(
                                module + " shows types of " + moduleOf.apply(type) + ", and hides it",
                                each.getName() + " shows " + type.getName()));
            }
        }
        Set<String> lines = new TreeSet<>();
        problems.forEach((problem, example) -> lines.add(problem + ": " + example));
        return lines;
    }

    private boolean isOutside(JavaClass type, String module, Set<String> allowed) {
        String other = moduleOf.apply(type.getBaseComponentType());
        return other != null && !other.equals(module) && !allowed.contains(other);
    }

    /** Whoever is public, in public ones only, can be named by users. */
    private static boolean isOpen(JavaClass type) {
        return isOpen(type.getModifiers())
                && type.getEnclosingClass().map(Doors::isOpen).orElse(true);
    }

    private static boolean isOpen(Set<JavaModifier> modifiers) {
        return modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED);
    }

    private static Stream<JavaClass> signature(JavaClass type) {
        Stream<JavaClass> above = Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
        Stream<JavaClass> members = type.getMembers().stream()
                .filter(member -> isOpen(member.getModifiers()))
                .flatMap(Doors::involved);
        return Stream.concat(above, members);
    }

    private static Stream<JavaClass> involved(JavaMember member) {
        return member instanceof JavaCodeUnit unit
                ? Stream.concat(
                        unit.getReturnType().getAllInvolvedRawTypes().stream(),
                        Stream.concat(
                                unit.getParameterTypes().stream()
                                        .flatMap(parameter -> parameter.getAllInvolvedRawTypes().stream()),
                                unit.getExceptionTypes().stream()))
                : Stream.of(member)
                        .map(field -> (JavaField) field)
                        .flatMap(field -> field.getType().getAllInvolvedRawTypes().stream());
    }

    /** What a module declares, and what that passes on. */
    private Set<String> visible(String module) {
        Set<String> found = new TreeSet<>(gradle.declared(module).keySet());
        gradle.declared(module).keySet().forEach(declared -> passedOn(declared, found));
        return found;
    }

    private Set<String> passedOn(String module, Set<String> into) {
        gradle.declared(module).forEach((declared, exported) -> {
            if (exported && into.add(declared)) {
                passedOn(declared, into);
            }
        });
        return into;
    }
}
