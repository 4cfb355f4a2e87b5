/** One run of another program, in the same sandbox: limited in time, memory and output, and ended with this process. */
package octavo.host.programs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

public final class Program {
  /** How long a killed program may take to end. */
  private static final long KILL_WAIT_MS = 5_000;

  /** `cpuMs` is rounded up to seconds. `timeMs` is a safety net: how long a program takes depends on the load of the machine. */
  public record Limits(long cpuMs, long timeMs, long memoryBytes, int outputBytes) {}

  /** Of a program that a signal ended: SIGKILL, which also ends it at its limit of CPU time, or SIGXCPU. */
  private static final int KILLED = 128 + 9;
  private static final int OUT_OF_CPU_TIME = 128 + 24;

  /** `timedOut` when it was killed for its time; a program that printed too much is killed as well. */
  public record Result(int exitCode, boolean timedOut, byte[] output) {
    public boolean isOk() {
      return exitCode == 0;
    }

    /** On another machine, or with less beside it, the program might have ended by itself. */
    public boolean wasKilled() {
      return timedOut || exitCode == KILLED || exitCode == OUT_OF_CPU_TIME;
    }
  }

  private Program() {}

  /** Runs `command` with `input` as its stdin and nothing in its environment except `environment`. What it prints to stderr is discarded. */
  public static Result run(List<String> command, byte[] input, Map<String, String> environment, Limits limits)
      throws IOException, InterruptedException {
    long seconds = Math.max(1, (limits.cpuMs() + 999) / 1_000);
    List<String> limited = new ArrayList<>(List.of("/usr/bin/prlimit", "--as=" + limits.memoryBytes(), "--cpu=" + seconds, "--"));
    limited.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(limited).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().put("LANG", "C.UTF-8");
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      return finish(process, input, limits);
    } finally {
      process.destroyForcibly().waitFor(KILL_WAIT_MS, TimeUnit.MILLISECONDS);
    }
  }

  private static Result finish(Process process, byte[] input, Limits limits) throws InterruptedException {
    AtomicBoolean timedOut = new AtomicBoolean();
    Thread timer = daemon("program-timer", () -> {
      try {
        if (!process.waitFor(limits.timeMs(), TimeUnit.MILLISECONDS)) {
          timedOut.set(true);
          process.destroyForcibly();
        }
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    });
    daemon("program-stdin", () -> write(process.getOutputStream(), input));
    byte[] output = read(process, limits.outputBytes());
    int exitCode = process.waitFor();
    timer.interrupt();
    return new Result(exitCode, timedOut.get(), output);
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** A program that ends without reading everything closes the pipe, which is not an error. */
  private static void write(OutputStream stdin, byte[] input) {
    try (stdin) {
      stdin.write(input);
    } catch (IOException closed) {
      return;
    }
  }

  private static byte[] read(Process process, int bytesMax) {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    byte[] buffer = new byte[16_384];
    try (InputStream stdout = process.getInputStream()) {
      for (int count = stdout.read(buffer); count >= 0; count = stdout.read(buffer)) {
        if (output.size() + count > bytesMax) {
          process.destroyForcibly();
          break;
        }
        output.write(buffer, 0, count);
      }
    } catch (IOException killed) {
      // The exit code tells.
    }
    return output.toByteArray();
  }
}
