/** The temp directory between two documents: how much room the last one left, and nothing of it for the next. */
package octavo.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

final class TempSpace {
  private static final Path TEMP = Path.of(System.getProperty("java.io.tmpdir"));

  private TempSpace() {}

  static void reportAndWipe(ObjectNode reply) {
    try {
      reply.put("temp_free_bytes", Files.getFileStore(TEMP).getUsableSpace());
      wipe();
      reply.put("temp_wiped", true);
    } catch (IOException failure) {
      reply.put("temp_wiped", false);
    }
  }

  private static void wipe() throws IOException {
    Files.walkFileTree(TEMP, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.delete(file);
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
        if (!directory.equals(TEMP)) {
          Files.delete(directory);
        }
        return FileVisitResult.CONTINUE;
      }
    });
  }
}
