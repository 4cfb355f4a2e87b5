/** The temp directory: how little room there was while a document was open, and nothing left of it for the next. */
package octavo.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

final class TempDirectory {
  private static final Path TEMP = Path.of(System.getProperty("java.io.tmpdir"));

  /** A full disk may be empty again by the end, because the engine gives up the very file that did not fit. */
  private static final int SAMPLE_MS = 5;

  private static volatile long lowestBytes = Long.MAX_VALUE;
  private static volatile boolean watching;

  private TempDirectory() {}

  static void startSampler() {
    Thread sampler = new Thread(TempDirectory::sampleForever, "temp-space");
    sampler.setDaemon(true);
    sampler.start();
  }

  private static void sampleForever() {
    try {
      while (true) {
        if (watching) {
          sample();
        }
        Thread.sleep(SAMPLE_MS);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static synchronized void sample() {
    lowestBytes = Math.min(lowestBytes, TEMP.toFile().getUsableSpace());
  }

  static void beginWatch() {
    lowestBytes = Long.MAX_VALUE;
    watching = true;
  }

  static void reportAndWipe(ObjectNode reply) {
    try {
      watching = false;
      sample();
      reply.put("temp_free_bytes", lowestBytes);
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
