/** Warnings as they appear in a reply. */
package octavo.host.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class WarningLogTest {
  private final WarningLog log = new WarningLog();

  private void publish(Level level, String text, Object... parameters) {
    LogRecord record = new LogRecord(level, text);
    record.setLoggerName("library");
    record.setParameters(parameters);
    log.publish(record);
  }

  private ArrayNode end() {
    return log.end(new ObjectMapper());
  }

  @Test
  void countsEqualWarnings() {
    publish(Level.WARNING, "font {0} is broken", 3);
    publish(Level.WARNING, "font {0} is broken", 3);
    publish(Level.SEVERE, "font {0} is broken", 4);
    ArrayNode lines = end();
    assertEquals(2, lines.size());
    assertEquals("{\"logger\":\"library\",\"text\":\"font 3 is broken\",\"count\":2}", lines.get(0).toString());
    assertEquals(1, lines.get(1).path("count").asInt());
  }

  @Test
  void ignoresWhatIsBelowAWarning() {
    publish(Level.INFO, "opened");
    publish(Level.WARNING, null);
    assertEquals(0, end().size());
  }

  @Test
  void addsTheCause() {
    LogRecord record = new LogRecord(Level.WARNING, "not read");
    record.setLoggerName("library");
    record.setThrown(new IOException("end of file"));
    log.publish(record);
    assertEquals("not read [IOException: end of file]", end().at("/0/text").asText());
  }

  @Test
  void isBoundedInTextsAndTheirLength() {
    publish(Level.WARNING, "x".repeat(5_000));
    for (int n = 0; n < 1_000; n++) {
      publish(Level.WARNING, "warning " + n);
    }
    publish(Level.WARNING, "warning 5");
    ArrayNode lines = end();
    assertEquals(100, lines.size());
    assertEquals(300, lines.at("/0/text").asText().length());
    assertEquals(2, lines.at("/6/count").asInt());
  }

  @Test
  void startsEmptyForEachRequest() {
    publish(Level.WARNING, "first document");
    log.begin();
    publish(Level.WARNING, "second document");
    assertEquals("second document", end().at("/0/text").asText());
    assertEquals(0, end().size());
  }
}
