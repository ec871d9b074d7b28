/** Makes a folder of HTML from the Markdown of the repository; {@code ./sandboxed site} runs it. */
@NullMarked
package dev.sandboxed.site;

import org.jspecify.annotations.NullMarked;
