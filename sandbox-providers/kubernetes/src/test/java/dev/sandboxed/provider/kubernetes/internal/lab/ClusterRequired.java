package dev.sandboxed.provider.kubernetes.internal.lab;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Skips where no cluster is. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfEnvironmentVariable(
        named = LabCluster.KUBECONFIG,
        matches = ".+",
        disabledReason =
                "SANDBOX_KUBECONFIG names no cluster: ./sandboxed lab kubernetes up makes one, in a quarter of an hour the first time")
public @interface ClusterRequired {}
