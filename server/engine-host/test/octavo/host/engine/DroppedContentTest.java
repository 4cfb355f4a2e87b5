/** The report of dropped content. */
package octavo.host.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;

class DroppedContentTest {
  private final DroppedContent dropped = new DroppedContent();

  private void add(String reason, String kind, int page, double left, double bottom, double right, double top) {
    dropped.add(reason, kind, new BoundingBox(page, left, bottom, right, top));
  }

  private ObjectNode report() {
    ObjectNode reply = new ObjectMapper().createObjectNode();
    dropped.report(reply);
    return reply;
  }

  @Test
  void namesPageReasonKindAndBox() {
    add("hidden-text", "text", 0, 72, 647.30049, 306, 661);
    assertEquals(
        "[{\"page\":1,\"reason\":\"hidden-text\",\"kind\":\"text\",\"box\":[72.0,647.3,306.0,661.0]}]",
        report().path("dropped").toString());
  }

  @Test
  void neighbouringWordsOfALineAreOneEntry() {
    add("hidden-text", "text", 0, 10, 100, 30, 112);
    add("hidden-text", "text", 0, 33, 100, 60, 112);
    ObjectNode reply = report();
    assertEquals(1, reply.path("dropped_count").asInt());
    assertEquals("[10.0,100.0,60.0,112.0]", reply.at("/dropped/0/box").toString());
  }

  @Test
  void otherLinesReasonsPagesAndKindsAreEntriesOfTheirOwn() {
    add("hidden-text", "text", 0, 10, 100, 30, 112);
    add("hidden-text", "text", 0, 33, 80, 60, 92);
    add("tiny", "text", 0, 63, 80, 70, 92);
    add("tiny", "text", 1, 73, 80, 80, 92);
    add("tiny", "text", 1, 200, 80, 210, 92);
    add("off-page", "image", 1, 300, 80, 310, 92);
    add("off-page", "image", 1, 311, 80, 320, 92);
    ObjectNode reply = report();
    assertEquals(7, reply.path("dropped_count").asInt());
    assertEquals("[1,2]", reply.path("dropped_pages").toString());
  }

  @Test
  void atMostAThousandAreListedButAllAreCounted() {
    for (int n = 0; n < 1_500; n++) {
      add("hidden-text", "text", n, 10, 100, 30, 112);
    }
    ObjectNode reply = report();
    assertEquals(1_500, reply.path("dropped_count").asInt());
    assertEquals(1_500, reply.path("dropped_pages").size());
    assertEquals(1_000, reply.path("dropped").size());
  }
}
