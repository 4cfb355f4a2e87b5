/** The temp directory of the JVM: records the least free space during a request, and is emptied after it. */
package octavo.host.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

final class TempDirectory {
  /** The disk may be full in the middle and empty at the end, because the engine deletes the file that did not fit. */
  private static final long SAMPLE_INTERVAL_MIN_MS = 5;
  private static final long SAMPLE_INTERVAL_MAX_MS = 50;

  /** Several times what is written in a millisecond: the more space is left, the later the next sample is soon enough. */
  private static final long BYTES_PER_MS = 8 << 20;

  private final Path directory;
  private volatile long lowestBytes = Long.MAX_VALUE;
  private volatile boolean watching;

  TempDirectory(Path directory) {
    this.directory = directory;
  }

  void startSampler() {
    Thread sampler = new Thread(this::sampleForever, "temp-space");
    sampler.setDaemon(true);
    sampler.start();
  }

  private void sampleForever() {
    try {
      while (true) {
        awaitRequest();
        Thread.sleep(intervalMs(sample()));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void awaitRequest() throws InterruptedException {
    while (!watching) {
      wait();
    }
  }

  static long intervalMs(long freeBytes) {
    return Math.max(SAMPLE_INTERVAL_MIN_MS, Math.min(SAMPLE_INTERVAL_MAX_MS, freeBytes / BYTES_PER_MS));
  }

  private synchronized long sample() {
    long freeBytes = directory.toFile().getUsableSpace();
    lowestBytes = Math.min(lowestBytes, freeBytes);
    return freeBytes;
  }

  synchronized void beginWatch() {
    lowestBytes = Long.MAX_VALUE;
    watching = true;
    notifyAll();
  }

  void reportAndWipe(ObjectNode reply) {
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

  private void wipe() throws IOException {
    Files.walkFileTree(directory, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.delete(file);
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
        if (!visited.equals(directory)) {
          Files.delete(visited);
        }
        return FileVisitResult.CONTINUE;
      }
    });
  }
}
