/** Messages as they are written to the parent process. */
package octavo.host.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageWriterTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final MessageWriter writer = new MessageWriter(out);

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void writesOneLinePerMessage() {
    writer.send(new ObjectMapper().createObjectNode().put("text", "two\nlines"));
    writer.send(new ObjectMapper().createObjectNode().put("text", "é"));
    assertEquals(List.of("{\"text\":\"two\\nlines\"}", "{\"text\":\"é\"}"), lines());
    assertTrue(out.toString(StandardCharsets.UTF_8).endsWith("\n"));
  }

  @Test
  void reportsProgressWithStagePageAndTotal() {
    writer.progress(7, "layout", 0, 3);
    assertEquals(List.of("{\"event\":\"progress\",\"id\":7,\"stage\":\"layout\",\"page\":0,\"of\":3}"), lines());
  }

  @Test
  void leavesOutPagesInQuickSuccessionButNeverTheFirstOrTheLast() {
    for (int page = 0; page <= 1_000; page++) {
      writer.progress(1, "layout", page, 1_000);
    }
    List<String> lines = lines();
    assertTrue(lines.size() < 500, lines.size() + " lines");
    assertTrue(lines.get(0).contains("\"page\":0,"));
    assertTrue(lines.get(lines.size() - 1).contains("\"page\":1000,"));
  }

  @Test
  void takesStdoutAwayFromLibraries() {
    PrintStream before = System.out;
    try {
      MessageWriter.takeOverStdout();
      assertEquals(System.err, System.out);
    } finally {
      System.setOut(before);
    }
  }
}
