package dev.sandboxed.site;

/** Says that no site can be made: a link leads nowhere, or the folder belongs to somebody else. */
final class BrokenSiteException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    BrokenSiteException(String message) {
        super(message);
    }
}
