/** One request and its reply. */
package octavo.host.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestLoopTest {
  @TempDir Path temp;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final WarningLog log = new WarningLog();

  private ObjectNode answer(String request, Operation operation) throws JsonProcessingException {
    MessageWriter writer = new MessageWriter(out);
    RequestLoop loop = new RequestLoop(Map.of("convert", operation), writer, log, new TempDirectory(temp));
    return loop.answer(new ObjectMapper().readTree(request));
  }

  private void warn(String text) {
    LogRecord record = new LogRecord(Level.WARNING, text);
    record.setLoggerName("library");
    log.publish(record);
  }

  @Test
  void repliesWithTheResultOfTheOperation() throws IOException {
    ObjectNode reply = answer("{\"id\":5,\"op\":\"convert\"}", (request, result, progress) -> result.put("pages", 3));
    assertEquals("done", reply.path("event").asText());
    assertEquals(5, reply.path("id").asLong());
    assertEquals(3, reply.path("pages").asInt());
    assertTrue(reply.path("ok").asBoolean());
    assertFalse(reply.path("tainted").asBoolean());
  }

  @Test
  void announcesTheDocumentBeforeItIsOpened() throws IOException {
    answer("{\"id\":5,\"op\":\"convert\",\"pages_wanted\":9}", (request, result, progress) -> {
      assertEquals(
          "{\"event\":\"progress\",\"id\":5,\"stage\":\"read\",\"page\":0,\"of\":9}\n", out.toString(StandardCharsets.UTF_8));
      progress.report("layout", 9, 9);
    });
    assertTrue(out.toString(StandardCharsets.UTF_8).contains("\"stage\":\"layout\",\"page\":9,\"of\":9"));
  }

  @Test
  void describesAnExceptionAndStaysInUse() throws IOException {
    ObjectNode reply = answer("{\"op\":\"convert\"}", (request, result, progress) -> {
      throw new IOException("broken");
    });
    assertFalse(reply.path("ok").asBoolean(true));
    assertEquals("java.io.IOException", reply.at("/error/chain/0/type").asText());
    assertFalse(reply.path("tainted").asBoolean(true));
  }

  @Test
  void isTaintedAfterAnError() throws IOException {
    ObjectNode reply = answer("{\"op\":\"convert\"}", (request, result, progress) -> {
      throw new RuntimeException(new StackOverflowError());
    });
    assertTrue(reply.path("tainted").asBoolean());
  }

  @Test
  void refusesAnUnknownOperation() throws IOException {
    ObjectNode reply = answer("{\"op\":\"format-disk\"}", (request, result, progress) -> result.put("pages", 3));
    assertFalse(reply.path("ok").asBoolean(true));
    assertEquals("unknown operation", reply.at("/error/chain/0/text").asText());
  }

  @Test
  void addsTheWarningsOfThisRequestOnly() throws IOException {
    warn("before");
    ObjectNode reply = answer("{\"op\":\"convert\"}", (request, result, progress) -> warn("during"));
    assertEquals(1, reply.path("logs").size());
    assertEquals("during", reply.at("/logs/0/text").asText());
  }

  @Test
  void leavesNothingInTheTempDirectory() throws IOException {
    ObjectNode reply = answer("{\"op\":\"convert\"}", (request, result, progress) -> {
      Files.writeString(temp.resolve("font.tmp"), "data");
      throw new IOException("broken");
    });
    assertTrue(reply.path("temp_wiped").asBoolean());
    assertEquals(0, temp.toFile().list().length);
  }
}
