/** Collects the warnings that libraries log during one request, counted by text. */
package octavo.host.protocol;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

final class WarningLog extends Handler {
  private static final int DISTINCT_MAX = 100;
  private static final int TEXT_MAX = 300;

  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final SimpleFormatter formatter = new SimpleFormatter();

  static WarningLog install() {
    LogManager.getLogManager().reset();
    WarningLog log = new WarningLog();
    Logger root = Logger.getLogger("");
    root.setLevel(Level.WARNING);
    root.addHandler(log);
    return log;
  }

  synchronized void begin() {
    counts.clear();
  }

  @Override
  public synchronized void publish(LogRecord record) {
    boolean ignored = Thread.currentThread() instanceof QuietThread;
    if (ignored || record.getLevel().intValue() < Level.WARNING.intValue() || record.getMessage() == null) {
      return;
    }
    String text = record.getLoggerName() + '\t' + clip(formatter.formatMessage(record)) + cause(record.getThrown());
    if (counts.size() < DISTINCT_MAX || counts.containsKey(text)) {
      counts.merge(text, 1, Integer::sum);
    }
  }

  private static String cause(Throwable thrown) {
    return thrown == null ? "" : " [" + thrown.getClass().getSimpleName() + ": " + clip(String.valueOf(thrown.getMessage())) + "]";
  }

  private static String clip(String text) {
    return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX);
  }

  synchronized ArrayNode end(ObjectMapper mapper) {
    ArrayNode list = mapper.createArrayNode();
    counts.forEach((text, count) -> {
      int tab = text.indexOf('\t');
      ObjectNode line = list.addObject();
      line.put("logger", text.substring(0, tab)).put("text", text.substring(tab + 1)).put("count", count);
    });
    counts.clear();
    return list;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
