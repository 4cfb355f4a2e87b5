package octavo.host.programs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgramTest {
  private static final long MEMORY = 256 << 20;

  private static Program.Result run(long timeMs, int outputBytes, String... command) throws Exception {
    byte[] input = "hello".getBytes(StandardCharsets.US_ASCII);
    return Program.run(List.of(command), input, Map.of("A", "1"), new Program.Limits(10_000, timeMs, MEMORY, outputBytes));
  }

  @Test
  void passesInputAndOutput() throws Exception {
    Program.Result result = run(10_000, 100, "/bin/cat");
    assertTrue(result.isOk());
    assertArrayEquals("hello".getBytes(StandardCharsets.US_ASCII), result.output());
  }

  @Test
  void givesNoEnvironmentButTheNamedVariables() throws Exception {
    assertEquals("A=1\nLANG=C.UTF-8\n", new String(run(10_000, 1_000, "/usr/bin/env").output(), StandardCharsets.US_ASCII)
        .lines().sorted().reduce("", (all, line) -> all + line + "\n"));
  }

  @Test
  void endsAProgramThatTakesTooLong() throws Exception {
    Program.Result result = run(200, 100, "/bin/sleep", "60");
    assertTrue(result.timedOut());
    assertFalse(result.isOk());
  }

  @Test
  void endsAProgramThatUsesTooMuchCpuTime() throws Exception {
    Program.Limits limits = new Program.Limits(1, 60_000, MEMORY, 100);
    Program.Result result = Program.run(List.of("/bin/sh", "-c", "while :; do :; done"), new byte[0], Map.of(), limits);
    assertFalse(result.isOk());
    assertFalse(result.timedOut());
  }

  @Test
  void endsAProgramThatPrintsTooMuch() throws Exception {
    Program.Result result = run(10_000, 100, "/usr/bin/yes");
    assertFalse(result.isOk());
    assertFalse(result.timedOut());
  }

  @Test
  void limitsMemory() throws Exception {
    assertFalse(run(10_000, 100, "/usr/bin/head", "-c", "1G", "/dev/zero").isOk());
  }
}
