/** The service that keeps our contract over HTTP: where it is, how it is asked, and what its answers mean. */
@NullMarked
package dev.sandboxed.provider.remote.internal.http.service;

import org.jspecify.annotations.NullMarked;
