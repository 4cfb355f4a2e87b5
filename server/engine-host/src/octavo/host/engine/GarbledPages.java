/** Collects the numbers of the pages that the engine reports as garbled, which it does only in its log. */
package octavo.host.engine;

import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

final class GarbledPages extends Handler implements AutoCloseable {
  private static final String MESSAGE = "of characters are replacement characters";

  private final Set<Integer> pages = new TreeSet<>();

  /** Listens until it is closed. */
  static GarbledPages listen() {
    GarbledPages handler = new GarbledPages();
    Logger.getLogger("").addHandler(handler);
    return handler;
  }

  @Override
  public synchronized void publish(LogRecord record) {
    Object[] parameters = record.getParameters();
    boolean named = parameters != null && parameters.length > 0 && parameters[0] instanceof Integer;
    if (named && record.getMessage() != null && record.getMessage().contains(MESSAGE)) {
      pages.add((Integer) parameters[0]);
    }
  }

  synchronized TreeSet<Integer> numbers() {
    return new TreeSet<>(pages);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    Logger.getLogger("").removeHandler(this);
  }
}
