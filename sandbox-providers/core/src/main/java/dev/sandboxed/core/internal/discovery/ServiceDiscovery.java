package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.error.Rejection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the factories on a class path, and goes on past those that cannot be loaded. */
final class FactoryDiscovery {

    /** After an error the loader promises no more than to try the next one, so it is not asked for ever. */
    private static final int MOST_ERRORS = 100;

    private static final Pattern CLASS_NAME = Pattern.compile("([\\w.$]+) (?:not a subtype|not found|could not)");

    private final List<SandboxProviderFactory> factories = new ArrayList<>();
    private final List<Rejection> rejections = new ArrayList<>();

    private FactoryDiscovery() {}

    static FactoryDiscovery with(ClassLoader loader) {
        FactoryDiscovery discovery = new FactoryDiscovery();
        discovery.walk(ServiceLoader.load(SandboxProviderFactory.class, loader).stream()
                .iterator());
        return discovery;
    }

    List<SandboxProviderFactory> factories() {
        return factories;
    }

    List<Rejection> rejections() {
        return rejections;
    }

    private void walk(Iterator<ServiceLoader.Provider<SandboxProviderFactory>> found) {
        while (rejections.size() < MOST_ERRORS) {
            ServiceLoader.Provider<SandboxProviderFactory> next;
            try {
                if (!found.hasNext()) {
                    return;
                }
                next = found.next();
            } catch (ServiceConfigurationError | LinkageError e) {
                rejections.add(notLoaded(classNamedIn(e), e));
                continue;
            }
            instantiate(next);
        }
    }

    private void instantiate(ServiceLoader.Provider<SandboxProviderFactory> found) {
        try {
            factories.add(found.get());
        } catch (ServiceConfigurationError | LinkageError e) {
            rejections.add(notLoaded(found.type().getName(), e));
        }
    }

    private static Rejection notLoaded(String type, Error error) {
        Throwable root = error.getCause() == null ? error : error.getCause();
        return new Rejection(
                type,
                "its factory cannot be loaded: " + root,
                "check that the provider's jar and all it depends on are on the class path, in versions that fit");
    }

    private static String classNamedIn(Error error) {
        Matcher name = CLASS_NAME.matcher(String.valueOf(error.getMessage()));
        return name.find() ? name.group(1) : "a provider without a name";
    }
}
