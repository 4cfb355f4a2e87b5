/** Garbled pages, as the engine's log names them. */
package octavo.host.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class GarbledPagesTest {
  private static void log(String text, Object... parameters) {
    LogRecord record = new LogRecord(Level.WARNING, text);
    record.setParameters(parameters);
    Logger.getLogger("org.opendataloader").log(record);
  }

  @Test
  void collectsPagesWhileItListens() {
    try (GarbledPages pages = GarbledPages.listen()) {
      log("Page {0}: {1}% of characters are replacement characters (U+FFFD)", 7, 45);
      log("Page {0}: {1}% of characters are replacement characters (U+FFFD)", 3, 90);
      log("Page {0} has no text", 5);
      log("of characters are replacement characters");
      assertEquals(Set.of(3, 7), pages.numbers());
      pages.close();
      log("Page {0}: {1}% of characters are replacement characters (U+FFFD)", 9, 45);
      assertEquals(Set.of(3, 7), pages.numbers());
    }
  }
}
