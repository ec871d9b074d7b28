package dev.sandboxed.cli.internal;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.internal.spec.EnvNames;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.core.internal.config.Durations;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the values of options; whatever is wrong with one is said in the words of the type it is for. */
final class Converters {

    private Converters() {}

    private static <T> T read(String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    /** Reads {@code 256m}. */
    static final class Size implements ITypeConverter<DataSize> {
        @Override
        public DataSize convert(String value) {
            return read(value, DataSize::parse);
        }
    }

    /** Reads {@code 5s}. */
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            return read(value, Durations::parse);
        }
    }

    /** Reads {@code container}. */
    static final class Level implements ITypeConverter<Isolation> {
        @Override
        public Isolation convert(String value) {
            return read(value, Isolation::parse);
        }
    }

    /** Reads {@code none}, {@code full} or names of hosts. */
    static final class Policy implements ITypeConverter<NetworkPolicy> {
        @Override
        public NetworkPolicy convert(String value) {
            return read(value, NetworkPolicy::parse);
        }
    }

    /** Reads {@code NAME=value}; the value may be empty and may contain {@code =}. */
    static final class Pair implements ITypeConverter<NameValue> {
        @Override
        public NameValue convert(String value) {
            int equals = value.indexOf('=');
            if (equals < 0) {
                throw new TypeConversionException("Not a name and a value: '" + value + "'; write NAME=value");
            }
            String name = read(value.substring(0, equals), EnvNames::require);
            return new NameValue(name, value.substring(equals + 1));
        }
    }

    /**
     * A name and its value.
     *
     * @param name before the first {@code =}
     * @param value after it
     */
    record NameValue(String name, String value) {}
}
