package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.spec.Network;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Seed;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Turns the attributes of an annotation into settings, so that they are read and checked where all settings are. */
final class Attributes {

    private final String where;
    private final Map<String, String> settings = new LinkedHashMap<>();

    private Attributes(String where) {
        this.where = where;
    }

    /**
     * Translates what an annotation says; what it leaves out is left out.
     *
     * @throws ExtensionConfigurationException if it contradicts itself
     */
    static Map<String, String> of(Sandboxed annotation, String where) {
        Attributes attributes = new Attributes(where);
        attributes.refuseContradictions(annotation);
        attributes.requireAtMostOne("scope", annotation.scope().length);
        attributes.put(ConfigKey.PROVIDER, annotation.provider());
        attributes.putChoice(ConfigKey.ISOLATION, "isolation", annotation.isolation());
        attributes.put(ConfigKey.IMAGE, annotation.image());
        attributes.put(ConfigKey.CPUS, annotation.cpus() == 0 ? "" : Double.toString(annotation.cpus()));
        attributes.put(ConfigKey.MEMORY, annotation.memory());
        attributes.put(ConfigKey.DISK, annotation.disk());
        attributes.put(ConfigKey.PROCESSES, number(annotation.processes()));
        attributes.put(ConfigKey.FILES, number(annotation.openFiles()));
        attributes.put(ConfigKey.USER, annotation.user());
        attributes.put(ConfigKey.WORKDIR, annotation.workdir());
        attributes.putReadOnlyRoot(annotation.readOnlyRoot());
        attributes.putNetwork(annotation);
        attributes.put(
                ConfigKey.PORTS,
                IntStream.of(annotation.exposePorts()).mapToObj(String::valueOf).collect(Collectors.joining(",")));
        attributes.put(ConfigKey.BANDWIDTH, annotation.bandwidth());
        attributes.put(ConfigKey.CREDENTIALS, String.join(",", annotation.credentials()));
        attributes.put(ConfigKey.TIMEOUT, annotation.timeout());
        attributes.putPairs("env", annotation.env());
        attributes.putPairs("label", annotation.labels());
        attributes.putChoice(ConfigKey.WORKLOAD, "workload", annotation.workload());
        attributes.putChoice(ConfigKey.PREFER, "prefer", annotation.prefer());
        attributes.putChoice(ConfigKey.ON_UNAVAILABLE, "onUnavailable", annotation.onUnavailable());
        attributes.putChoice(ConfigKey.KEEP, "keep", annotation.keep());
        return attributes.settings;
    }

    private void refuseContradictions(Sandboxed annotation) {
        if (!annotation.spec().isEmpty() && annotation.specFrom() != Sandboxed.NoSpec.class) {
            throw contradiction(
                    "gives both spec = \"" + annotation.spec() + "\" and specFrom = "
                            + annotation.specFrom().getSimpleName() + ".class",
                    "leave one of them out");
        }
        boolean allowList = Stream.of(annotation.network()).anyMatch(Network.ALLOW_LIST::equals);
        boolean other = annotation.network().length > 0 && !allowList;
        if (other && annotation.allowHosts().length > 0) {
            throw contradiction(
                    "gives allowHosts with network = " + annotation.network()[0],
                    "use network = ALLOW_LIST, or leave allowHosts out");
        }
        if (allowList && annotation.allowHosts().length == 0) {
            throw contradiction("gives network = ALLOW_LIST without allowHosts", "name the hosts, or use NONE");
        }
        for (Seed seed : annotation.seed()) {
            long contents = Stream.of(seed.text(), seed.resource(), seed.file())
                    .filter(text -> !text.isEmpty())
                    .count();
            if (contents > 1) {
                throw contradiction(
                        "gives seed '" + seed.path() + "' several contents", "give one of text, resource and file");
            }
        }
    }

    private void putNetwork(Sandboxed annotation) {
        if (annotation.allowHosts().length > 0) {
            put(ConfigKey.NETWORK, String.join(",", annotation.allowHosts()));
        } else {
            putChoice(ConfigKey.NETWORK, "network", annotation.network());
        }
    }

    private void putReadOnlyRoot(boolean[] values) {
        requireAtMostOne("readOnlyRoot", values.length);
        for (boolean value : values) {
            put(ConfigKey.READ_ONLY_ROOT, Boolean.toString(value));
        }
    }

    private void putPairs(String word, String[] pairs) {
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw contradiction(
                        "gives " + word + " '" + pair + "', which is no name and value", "write NAME=value");
            }
            settings.put("sandbox." + word + "." + pair.substring(0, equals), pair.substring(equals + 1));
        }
    }

    private void putChoice(ConfigKey key, String attribute, Enum<?>[] values) {
        requireAtMostOne(attribute, values.length);
        if (values.length == 1) {
            put(key, values[0].name().toLowerCase(Locale.ROOT).replace('_', '-'));
        }
    }

    private void requireAtMostOne(String attribute, int values) {
        if (values > 1) {
            throw contradiction("gives " + values + " values for " + attribute, "give at most one");
        }
    }

    /** A blank setting counts as none, and whoever wrote it meant something. */
    private void put(ConfigKey key, String value) {
        if (value.isEmpty()) {
            return;
        }
        if (value.isBlank()) {
            throw contradiction("gives a blank value for " + key.key(), "leave it out for the default");
        }
        settings.put(key.key(), value);
    }

    private static String number(int value) {
        return value == 0 ? "" : Integer.toString(value);
    }

    private ExtensionConfigurationException contradiction(String what, String remedy) {
        return new ExtensionConfigurationException("@Sandboxed on " + where + " " + what + "; " + remedy);
    }
}
