package dev.sandboxed.checks.parity;

import dev.sandboxed.checks.parity.Build.Dependency;
import dev.sandboxed.checks.parity.Build.Module;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Lists where two builds disagree, each line naming the module and the dependency it is about. */
final class Parity {

    private final Build one;
    private final Build other;
    private final List<String> differences = new ArrayList<>();

    private Parity(Build one, Build other) {
        this.one = one;
        this.other = other;
    }

    static List<String> differences(Build one, Build other) {
        Parity parity = new Parity(one, other);
        for (String name : union(one.modules(), other.modules())) {
            parity.compareModule(name, one.modules().get(name), other.modules().get(name));
        }
        parity.compareBom(one);
        parity.compareBom(other);
        return parity.differences;
    }

    private void compareModule(String name, Module mine, Module theirs) {
        if (mine == null || theirs == null) {
            differences.add("module " + name + " is known to " + (mine == null ? other : one).name() + " only");
            return;
        }
        compare(name + ": folder", mine.folder(), theirs.folder());
        compare(name + ": published", mine.published(), theirs.published());
        for (String coordinates : union(mine.dependencies(), theirs.dependencies())) {
            compareDependency(
                    name + ": " + coordinates,
                    mine.dependencies().get(coordinates),
                    theirs.dependencies().get(coordinates));
        }
    }

    private void compareDependency(String subject, Dependency mine, Dependency theirs) {
        if (mine == null || theirs == null) {
            differences.add(subject + " is a dependency in " + (mine == null ? other : one).name() + " only");
            return;
        }
        compare(subject + " has scope", lower(mine.scope()), lower(theirs.scope()));
        compare(subject + " has version", mine.version(), theirs.version());
    }

    private void compare(String subject, Object mine, Object theirs) {
        if (!mine.equals(theirs)) {
            differences.add(subject + " " + mine + " in " + one.name() + ", " + theirs + " in " + other.name());
        }
    }

    private void compareBom(Build build) {
        Set<String> published = build.modules().entrySet().stream()
                .filter(module -> module.getValue().published())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        for (String name : published) {
            if (!build.bom().contains(name)) {
                differences.add("the BOM of " + build.name() + " lacks " + name);
            }
        }
        for (String name : build.bom()) {
            if (!published.contains(name)) {
                differences.add("the BOM of " + build.name() + " lists " + name + ", which is not published");
            }
        }
    }

    private static Set<String> union(Map<String, ?> one, Map<String, ?> other) {
        Set<String> names = new TreeSet<>(one.keySet());
        names.addAll(other.keySet());
        return names;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
