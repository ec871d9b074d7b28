/** What is there, what is missing and where it can come from, as values. */
@NullMarked
package dev.sandboxed.provision.plan;

import org.jspecify.annotations.NullMarked;
