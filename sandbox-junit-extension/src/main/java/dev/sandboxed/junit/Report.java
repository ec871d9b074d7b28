package dev.sandboxed.junit;

/** Which tests report the sandboxes they used. */
public enum Report {
    /** Those that failed, each with all that helps to understand it. */
    ON_FAILURE,
    /** All of them; those that passed tell the provider, its isolation and which others were passed over. The default. */
    ALWAYS
}
