package dev.sandboxed.checks.listing;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Writes down what users of an artifact can see: public types outside of packages named internal, and their members. */
final class ApiListing {

    private static final int VISIBLE = Modifier.PUBLIC | Modifier.PROTECTED;
    private static final String INTERNAL = "internal";

    private ApiListing() {}

    /** Returns the lines about these types, sorted; those that nobody outside sees are left out. */
    static List<String> of(Stream<Class<?>> types) {
        return types.flatMap(ApiListing::withNested)
                .filter(ApiListing::isOpen)
                .sorted((one, other) -> one.getName().compareTo(other.getName()))
                .flatMap(type -> Stream.concat(Stream.of(header(type)), members(type).stream()))
                .toList();
    }

    private static Stream<Class<?>> withNested(Class<?> type) {
        return Stream.concat(
                Stream.of(type), Stream.of(type.getDeclaredClasses()).flatMap(ApiListing::withNested));
    }

    /** A nested type is open if all around it are. */
    private static boolean isOpen(Class<?> type) {
        Class<?> around = type.getEnclosingClass();
        return (type.getModifiers() & VISIBLE) != 0
                && !List.of(type.getPackageName().split("\\.")).contains(INTERNAL)
                && (around == null || isOpen(around));
    }

    private static String header(Class<?> type) {
        StringBuilder line = new StringBuilder(plain(type.toGenericString()));
        if (type.getSuperclass() != null
                && type.getSuperclass() != Object.class
                && !type.isEnum()
                && !type.isRecord()) {
            line.append(" extends ").append(plain(type.getGenericSuperclass().getTypeName()));
        }
        Stream.of(type.getGenericInterfaces())
                .map(parent -> plain(parent.getTypeName()))
                .sorted()
                .forEach(parent -> line.append(" : ").append(parent));
        return line.toString();
    }

    private static List<String> members(Class<?> type) {
        List<String> lines = new ArrayList<>();
        add(lines, type, type.getDeclaredFields(), Field::toGenericString);
        add(lines, type, type.getDeclaredConstructors(), Constructor::toGenericString);
        add(lines, type, type.getDeclaredMethods(), Method::toGenericString);
        lines.sort(null);
        return lines;
    }

    /** What is protected in a final class is nobody's. */
    private static <M extends Member> void add(
            List<String> lines, Class<?> type, M[] members, Function<M, String> describe) {
        int open = Modifier.isFinal(type.getModifiers()) ? Modifier.PUBLIC : VISIBLE;
        for (M member : members) {
            if ((member.getModifiers() & open) != 0 && !member.isSynthetic()) {
                lines.add("    "
                        + plain(describe.apply(member)
                                .replace(type.getTypeName() + ".", "")
                                .replace(type.getTypeName() + "(", type.getSimpleName() + "(")));
            }
        }
    }

    /** The usual types of the JDK are known without their packages. */
    private static String plain(String text) {
        return text.replaceAll(
                "\\bjava\\.(?:lang|util|io|time|nio\\.file|util\\.function|util\\.stream)\\.(?=[A-Z])", "");
    }
}
