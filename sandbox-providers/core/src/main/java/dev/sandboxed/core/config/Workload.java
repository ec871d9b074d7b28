package dev.sandboxed.core.config;

/** What a sandbox is for; it decides between providers that are about as strong. */
public enum Workload {
    /** Nothing in particular. */
    ANY,
    /** Code that nobody has read: virtual machines come before a kernel in user space. */
    AGENT,
    /** Something that serves requests: a kernel in user space comes before virtual machines. */
    SERVICE
}
