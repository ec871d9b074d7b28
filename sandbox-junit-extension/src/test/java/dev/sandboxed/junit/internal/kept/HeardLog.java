package dev.sandboxed.junit.internal.kept;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What a class logs while this is open. */
public final class HeardLog extends Handler implements AutoCloseable {

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final SimpleFormatter format = new SimpleFormatter();
    private final Logger logger;

    public HeardLog(Class<?> type) {
        this.logger = Logger.getLogger(type.getName());
        logger.addHandler(this);
    }

    public List<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord line) {
        lines.add(format.formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
