/** The temp directory between two documents. */
package octavo.host.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TempDirectoryTest {
  private final ObjectNode reply = new ObjectMapper().createObjectNode();

  @Test
  void isEmptiedButNotRemoved(@TempDir Path directory) throws IOException {
    Files.createDirectories(directory.resolve("a/b"));
    Files.writeString(directory.resolve("a/b/font.tmp"), "left over");
    Files.writeString(directory.resolve("image.tmp"), "left over");
    TempDirectory temp = new TempDirectory(directory);
    temp.beginWatch();
    temp.reportAndWipe(reply);
    assertTrue(reply.path("temp_wiped").asBoolean());
    assertTrue(Files.isDirectory(directory));
    assertEquals(0, directory.toFile().list().length);
  }

  @Test
  void reportsTheLeastFreeSpace(@TempDir Path directory) {
    TempDirectory temp = new TempDirectory(directory);
    temp.beginWatch();
    temp.reportAndWipe(reply);
    long free = reply.path("temp_free_bytes").asLong();
    assertTrue(free > 0 && free < Long.MAX_VALUE, "free " + free);
  }

  @Test
  void isSampledMoreOftenTheLessSpaceIsLeft() {
    assertEquals(5, TempDirectory.intervalMs(0));
    assertEquals(5, TempDirectory.intervalMs(16L << 20));
    assertEquals(16, TempDirectory.intervalMs(128L << 20));
    assertEquals(50, TempDirectory.intervalMs(1L << 40));
  }

  @Test
  void reportsThatItCouldNotBeEmptied(@TempDir Path directory) {
    TempDirectory temp = new TempDirectory(directory.resolve("missing"));
    temp.beginWatch();
    temp.reportAndWipe(reply);
    assertFalse(reply.path("temp_wiped").asBoolean(true));
  }
}
