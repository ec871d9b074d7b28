package dev.sandboxed.core.internal.discovery;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the services of a type on a class path, and goes on past those that cannot be loaded. */
public final class ServiceDiscovery<T> {

    /** After an error the loader promises no more than to try the next one, so it is not asked for ever. */
    private static final int MOST_ERRORS = 100;

    private static final Pattern CLASS_NAME = Pattern.compile("([\\w.$]+) (?:not a subtype|not found|could not)");

    private final List<T> found = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();

    /**
     * A service that cannot be loaded.
     *
     * @param type the name of its class, as far as it is known
     * @param reason why
     */
    public record Failure(String type, Throwable reason) {}

    private ServiceDiscovery() {}

    /** Looks for services with a class loader. */
    public static <T> ServiceDiscovery<T> of(Class<T> type, ClassLoader loader) {
        ServiceDiscovery<T> discovery = new ServiceDiscovery<>();
        discovery.walk(ServiceLoader.load(type, loader).stream().iterator());
        return discovery;
    }

    public List<T> found() {
        return found;
    }

    public List<Failure> failures() {
        return failures;
    }

    private void walk(Iterator<ServiceLoader.Provider<T>> services) {
        while (failures.size() < MOST_ERRORS) {
            ServiceLoader.Provider<T> next;
            try {
                if (!services.hasNext()) {
                    return;
                }
                next = services.next();
            } catch (ServiceConfigurationError | LinkageError e) {
                fail(classNamedIn(e), e);
                continue;
            }
            instantiate(next);
        }
    }

    private void instantiate(ServiceLoader.Provider<T> service) {
        try {
            found.add(service.get());
        } catch (ServiceConfigurationError | LinkageError e) {
            fail(service.type().getName(), e);
        }
    }

    private void fail(String type, Error error) {
        failures.add(new Failure(type, error.getCause() == null ? error : error.getCause()));
    }

    private static String classNamedIn(Error error) {
        Matcher name = CLASS_NAME.matcher(String.valueOf(error.getMessage()));
        return name.find() ? name.group(1) : "a service without a name";
    }
}
