/** Writes the report next to the tagged PDF: the checks before and after, what was written, and what a person has to do. */
package octavo.host.engine.accessibility;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntUnaryOperator;
import octavo.host.geometry.Rect;
import org.verapdf.ReleaseDetails;

final class Report {
  static final String FILE = "accessibility.json";
  private static final int TEXT_MAX = 1_000;
  private static final double EDGE_MAX = 1e9;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode root = MAPPER.createObjectNode();
  /** The numbers that pages of the tagged PDF have in the source. */
  private final IntUnaryOperator sourcePage;

  Report(CheckResult before, CheckResult after, IntUnaryOperator sourcePage) {
    this.sourcePage = sourcePage;
    root.put("standard", "PDF/UA-1").put("checked_by", "veraPDF " + version());
    writeCheck("before", before, IntUnaryOperator.identity());
    writeCheck("after", after, sourcePage);
  }

  void write(List<Written> written, List<ToDo> toDo, Path directory) throws IOException {
    ArrayNode entries = root.putArray("written");
    for (Written entry : written) {
      entries.addObject().put("what", entry.what()).put("value", entry.value()).put("from", entry.from())
          .put("count", entry.count());
    }
    ArrayNode tasks = root.putArray("to_do");
    for (ToDo task : toDo) {
      ObjectNode node = tasks.addObject().put("what", task.what()).put("message", clip(task.message())).put("count", task.count());
      writePlaces(node, task.places(), sourcePage);
    }
    MAPPER.writeValue(directory.resolve(FILE).toFile(), root);
  }

  /** Of the part that parses documents; the engine's jar has all parts of one release. */
  private static String version() {
    ReleaseDetails details = ReleaseDetails.addDetailsFromResource(
        ReleaseDetails.APPLICATION_PROPERTIES_ROOT + "validation-model." + ReleaseDetails.PROPERTIES_EXT);
    return details.getVersion();
  }

  private void writeCheck(String name, CheckResult check, IntUnaryOperator pages) {
    if (!check.isKnown()) {
      root.putNull(name).put(name + "_error", check.error());
      return;
    }
    ObjectNode node = root.putObject(name).put("passes", check.passes()).put("rules_failed", check.failures().size());
    ArrayNode failures = node.putArray("failures");
    for (CheckResult.Failure failure : check.failures()) {
      ObjectNode entry = failures.addObject().put("clause", failure.clause())
          .put("description", clip(failure.description())).put("count", failure.count());
      writePlaces(entry, failure.places(), pages);
    }
    root.putNull(name + "_error");
  }

  private static void writePlaces(ObjectNode node, List<Place> places, IntUnaryOperator pages) {
    ArrayNode list = node.putArray("places");
    for (Place place : places) {
      ObjectNode entry = list.addObject().put("page", pages.applyAsInt(place.page()));
      if (isWritable(place.box())) {
        ArrayNode box = entry.putArray("box");
        for (double edge : new double[] {place.box().left(), place.box().bottom(), place.box().right(), place.box().top()}) {
          box.add(Math.round(edge * 1_000) / 1_000.0);
        }
      } else {
        entry.putNull("box");
      }
    }
  }

  private static boolean isWritable(Rect box) {
    return box != null && Math.abs(box.left()) < EDGE_MAX && Math.abs(box.bottom()) < EDGE_MAX
        && Math.abs(box.right()) < EDGE_MAX && Math.abs(box.top()) < EDGE_MAX;
  }

  private static String clip(String text) {
    return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "…";
  }
}
