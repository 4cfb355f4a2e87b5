/** Records are valid JSON whatever the document has in it. */
package octavo.host.engine.extraction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import octavo.host.geometry.Rect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordWriterTest {
  @TempDir
  Path directory;

  @Test
  void oneRecordPerLine() throws IOException {
    Path file = directory.resolve("a.ndjson");
    try (RecordWriter out = new RecordWriter(file)) {
      for (int number = 0; number < 2; number++) {
        out.beginObject();
        out.integer("n", number);
        out.box(new Rect(1.23456, 2, Double.NaN, Double.POSITIVE_INFINITY));
        out.text("t", "a\nb\uD800c");
        out.optionalText("none", "");
        out.count("none", 0);
        out.endObject();
      }
    }
    String record = ",\"box\":[1.23,2,0,10000000],\"t\":\"a\\nb\uFFFDc\"}\n";
    assertEquals("{\"n\":0" + record + "{\"n\":1" + record, Files.readString(file));
  }

  @Test
  void numbersHaveTheirShortestForm() throws IOException {
    Path file = directory.resolve("numbers.ndjson");
    List<Double> values = new ArrayList<>(List.of(0.0, -0.0, 0.004, -0.004, 0.01, -0.05, 0.1, 9_999_999.99, -9_999_999.9, 1e9));
    new Random(7).doubles(5_000, -1, 1).forEach(share -> values.add(share * Math.pow(10, values.size() % 8)));
    try (RecordWriter out = new RecordWriter(file)) {
      for (double value : values) {
        out.number(value);
      }
    }
    List<String> expected = values.stream().map(RecordWriter::rounded).map(RecordWriterTest::shortest).toList();
    assertEquals(expected, Files.readAllLines(file));
  }

  private static String shortest(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  @Test
  void pairsOfSurrogatesStay() {
    assertEquals("\uD83D\uDE00\uFFFD", RecordWriter.validUnicode("\uD83D\uDE00\uDE00"));
  }
}
