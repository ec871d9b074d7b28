package dev.sandboxed.provider.kubernetes.internal.cluster;

import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaStatus;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tells people about a cluster. What an account may not ask for is said to be so, and no reason to do without the cluster.
 *
 * @param cluster the cluster
 * @param limit how long each answer may take
 */
public record ClusterDetails(Cluster cluster, Duration limit) {

    /** Returns what there is to say, by what it is about. */
    public Map<String, String> all() {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("server", cluster.config().getMasterUrl());
        details.put("namespace", cluster.config().getNamespace());
        details.put(
                "runtime classes", orNotTold(() -> listed(cluster.within(limit).runtimeClasses())));
        details.put("quota left", orNotTold(() -> left(cluster.within(limit).quotas())));
        details.put("not enforced", "networks: a pod has the one that the cluster gives it");
        return details;
    }

    private static String orNotTold(Supplier<String> question) {
        try {
            return question.get();
        } catch (ProviderUnavailableException e) {
            return "not told to this account";
        } catch (SandboxException e) {
            return "no answer in time";
        }
    }

    private static String listed(List<String> words) {
        return words.isEmpty() ? "none" : String.join(", ", words);
    }

    private static String left(List<ResourceQuota> quotas) {
        return listed(quotas.stream()
                .map(ResourceQuota::getStatus)
                .flatMap(Stream::ofNullable)
                .flatMap(ClusterDetails::left)
                .toList());
    }

    private static Stream<String> left(ResourceQuotaStatus status) {
        return new TreeMap<>(status.getHard()).entrySet().stream().map(hard -> {
            Quantity left = Optional.ofNullable(status.getUsed().get(hard.getKey()))
                    .map(hard.getValue()::subtract)
                    .orElse(hard.getValue());
            return hard.getKey() + " " + left + " of " + hard.getValue();
        });
    }
}
