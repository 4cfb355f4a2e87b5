/** Reads something from a document that may be broken: what cannot be read is left out, and the rest goes on. */
package octavo.host.engine.extraction;

import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

final class Readable {
  private static final Logger LOGGER = Logger.getLogger(Readable.class.getName());

  private Readable() {}

  static <T> T orElse(T otherwise, Supplier<T> read) {
    try {
      return read.get();
    } catch (RuntimeException | StackOverflowError unreadable) {
      LOGGER.log(Level.FINE, "left out", unreadable);
      return otherwise;
    }
  }
}
