package dev.sandboxed.core.internal.choice;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Logs which provider sandboxes run on and which were passed over, each choice once. Safe from several threads. */
public final class Announcement {

    private static final Logger LOG = System.getLogger(Announcement.class.getName());

    private final Set<String> said = ConcurrentHashMap.newKeySet();

    /** Logs a choice, unless it was logged before. */
    public void once(Selection selection) {
        String choice = selection.describe();
        if (said.add(choice)) {
            LOG.log(Level.INFO, "Sandboxes run on {0}", choice);
        }
    }
}
