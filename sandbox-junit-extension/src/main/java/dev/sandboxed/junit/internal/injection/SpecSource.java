package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Seed;
import dev.sandboxed.junit.internal.prepared.SourceLanguage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.ReflectionSupport;

/** Makes the spec that an injection point starts from: that of a method or class, and the seed files. */
final class SpecSource {

    private final InjectionPoint point;

    SpecSource(InjectionPoint point) {
        this.point = point;
    }

    /** Returns the spec; seed files of outer annotations come first, so that closer ones replace them. */
    SandboxSpec spec() {
        SandboxSpecBuilder spec = base().toBuilder();
        List<Placement> outermostFirst = new ArrayList<>(point.placements());
        Collections.reverse(outermostFirst);
        for (Placement placement : outermostFirst) {
            for (Seed seed : placement.annotation().seed()) {
                spec.seed(seedFile(seed, placement));
            }
        }
        return spec.build();
    }

    private SandboxSpec base() {
        for (Placement placement : point.placements()) {
            if (!placement.annotation().spec().isEmpty()) {
                return fromMethod(placement);
            }
            if (placement.annotation().specFrom() != Sandboxed.NoSpec.class) {
                return ReflectionSupport.newInstance(placement.annotation().specFrom())
                        .get();
            }
        }
        return SandboxSpec.defaults();
    }

    private SandboxSpec fromMethod(Placement placement) {
        String name = placement.annotation().spec();
        Method method = ReflectionSupport.findMethod(point.testClass(), name)
                .filter(found -> Modifier.isStatic(found.getModifiers()) && found.getReturnType() == SandboxSpec.class)
                .orElseThrow(() -> new ExtensionConfigurationException("@Sandboxed on " + placement.where()
                        + " names the method '" + name + "' for its spec, but "
                        + point.testClass().getSimpleName()
                        + " has none that is static, has no parameters and returns SandboxSpec; write "
                        + SourceLanguage.of(point.testClass())
                                .choose(
                                        "static SandboxSpec " + name + "()",
                                        "@JvmStatic fun " + name + "(): SandboxSpec in its companion object")));
        return (SandboxSpec) ReflectionSupport.invokeMethod(method, null);
    }

    private SeedFile seedFile(Seed seed, Placement placement) {
        if (!seed.file().isEmpty()) {
            return SeedFile.fromHost(seed.path(), Path.of(seed.file()));
        }
        if (seed.resource().isEmpty()) {
            return SeedFile.text(seed.path(), seed.text());
        }
        try (InputStream resource = point.testClass().getResourceAsStream(seed.resource())) {
            if (resource == null) {
                throw new ExtensionConfigurationException("@Sandboxed on " + placement.where() + " names the resource '"
                        + seed.resource() + "', but there is none seen from "
                        + point.testClass().getSimpleName()
                        + "; a name that begins with / is looked up from the root of the class path");
            }
            return SeedFile.bytes(seed.path(), resource.readAllBytes(), 0644);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
