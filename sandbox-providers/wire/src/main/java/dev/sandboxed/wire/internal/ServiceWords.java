package dev.sandboxed.wire.internal;

import java.util.List;

/**
 * What a service is.
 *
 * @param contract the version of the contract that it keeps
 * @param leaseSeconds after how long without a request the sandboxes of a client are removed
 * @param providers what it makes sandboxes with, the one that is taken unless another is named first
 */
public record ServiceWords(String contract, double leaseSeconds, List<ProviderWords> providers) {}
