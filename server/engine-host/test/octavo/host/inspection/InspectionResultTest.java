/** The pages an inspection reports. */
package octavo.host.inspection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InspectionResultTest {
  private final InspectionResult result = new InspectionResult();

  private ObjectNode describe() {
    ObjectNode reply = new ObjectMapper().createObjectNode();
    result.describe(reply);
    return reply;
  }

  private static PageFacts page(int letters, int visible, int unmapped, double images) {
    return new PageFacts(true, letters, visible, unmapped, unmapped > 0 ? Set.of("font") : Set.of(), images);
  }

  @Test
  void aPageOfImagesWithoutTextIsAScan() {
    result.add(1, page(0, 0, 0, 0.5));
    assertEquals("[1]", describe().path("scanned_pages").toString());
    assertEquals("[1]", describe().path("textless_pages").toString());
  }

  @Test
  void invisibleTextOverAnImageIsATextLayer() {
    result.add(2, page(400, 0, 0, 0.9));
    assertEquals("[2]", describe().path("text_layer_pages").toString());
    assertEquals("[]", describe().path("scanned_pages").toString());
  }

  @Test
  void visibleTextOverAnImageIsNeither() {
    result.add(3, page(400, 400, 0, 0.9));
    result.add(4, page(0, 0, 0, 0.4));
    assertEquals("[]", describe().path("text_layer_pages").toString());
    assertEquals("[]", describe().path("scanned_pages").toString());
    assertEquals("[4]", describe().path("textless_pages").toString());
  }

  @Test
  void aPageIsUnmappedFromThirtyPercentOn() {
    result.add(1, page(100, 100, 29, 0));
    result.add(2, page(100, 100, 30, 0));
    result.add(3, page(0, 0, 0, 0));
    ObjectNode reply = describe();
    assertEquals("[2]", reply.path("unmapped_pages").toString());
    assertEquals(200, reply.path("letters").asInt());
    assertEquals(59, reply.path("unmapped_letters").asInt());
    assertEquals(1, reply.path("unmapped_fonts").asInt());
    assertEquals(3, reply.path("pages_inspected").asInt());
  }

  @Test
  void nothingIsConcludedFromMissingTextOfAnIncompletePage() {
    result.add(1, new PageFacts(false, 0, 0, 0, Set.of(), 1));
    ObjectNode reply = describe();
    assertEquals("[]", reply.path("scanned_pages").toString());
    assertEquals("[]", reply.path("textless_pages").toString());
    assertEquals(1, reply.path("pages_inspected").asInt());
  }
}
