/** Links have their places on the displayed page, and a URL or a page. */
package octavo.host.facts;

import static octavo.host.facts.CosObjects.array;
import static octavo.host.facts.CosObjects.dictionary;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.junit.jupiter.api.Test;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDPage;

class PageLinkTest {
  private static final COSObject URI = dictionary("S", "/URI", "URI", "javascript:alert(1)");
  private final COSObject page = dictionary("Type", "/Page");
  private final Destinations destinations = new Destinations(dictionary(), List.of(new PDPage(page)));

  private PageLink read(Object... keysAndValues) {
    return PageLink.read(dictionary(keysAndValues), destinations, Transform.IDENTITY);
  }

  @Test
  void aUrlOfAnySchemeIsKept() {
    PageLink link = read("A", URI, "Rect", array(30, 40, 10, 20));
    assertEquals(new PageLink(List.of(new Rect(10, 20, 30, 40)), "javascript:alert(1)", null), link);
  }

  @Test
  void aPlaceInTheDocumentIsAPage() {
    assertEquals(1, read("Dest", array(page, "/Fit"), "Rect", array(0, 0, 1, 1)).page());
    assertEquals(1, read("A", dictionary("S", "/GoTo", "D", array(page)), "Rect", array(0, 0, 1, 1)).page());
  }

  @Test
  void eachLineHasItsOwnBox() {
    COSObject quads = array(10, 40, 90, 40, 10, 30, 90, 30, 10, 28, 50, 28, 10, 18, 50, 18);
    PageLink link = read("A", URI, "Rect", array(10, 18, 90, 40), "QuadPoints", quads);
    assertEquals(List.of(new Rect(10, 30, 90, 40), new Rect(10, 18, 50, 28)), link.boxes());
  }

  @Test
  void quadsOutsideTheRectangleAreIgnored() {
    COSObject quads = array(500, 40, 590, 40, 500, 30, 590, 30);
    PageLink link = read("A", URI, "Rect", array(10, 18, 90, 40), "QuadPoints", quads);
    assertEquals(List.of(new Rect(10, 18, 90, 40)), link.boxes());
  }

  @Test
  void boxesAreOnTheDisplayedPage() {
    Transform quarterTurn = new Transform(0, -1, 1, 0, 0, 100);
    PageLink link = PageLink.read(dictionary("A", URI, "Rect", array(10, 20, 30, 25)), destinations, quarterTurn);
    assertEquals(List.of(new Rect(20, 70, 25, 90)), link.boxes());
  }

  @Test
  void aLinkThatLeadsNowhereOrIsNowhereIsNone() {
    assertNull(read("Rect", array(0, 0, 1, 1)));
    assertNull(read("A", URI));
    assertNull(read("A", URI, "Rect", array("a", 0, 1, 1)));
    assertNull(read("A", dictionary("S", "/Launch", "F", "a.exe"), "Rect", array(0, 0, 1, 1)));
  }

  @Test
  void urlsAreUtf8OrLatin1AndNeverCut() {
    assertEquals("http://a/\u00fc", read("A", dictionary("S", "/URI", "URI", "http://a/\u00c3\u00bc"), "Rect", array(0, 0, 1, 1)).url());
    assertEquals("http://a/\u00fc", read("A", dictionary("S", "/URI", "URI", "http://a/\u00fc"), "Rect", array(0, 0, 1, 1)).url());
    assertEquals(8_000, read("A", dictionary("S", "/URI", "URI", "x".repeat(8_000)), "Rect", array(0, 0, 1, 1)).url().length());
    assertNull(read("A", dictionary("S", "/URI", "URI", "x".repeat(8_001)), "Rect", array(0, 0, 1, 1)));
  }
}
