/** The outline is read in order, and a hostile one ends. */
package octavo.host.facts;

import static octavo.host.facts.CosObjects.array;
import static octavo.host.facts.CosObjects.dictionary;
import static octavo.host.facts.CosObjects.set;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDPage;

class OutlineTest {
  private final COSObject first = dictionary("Type", "/Page");
  private final COSObject second = dictionary("Type", "/Page");
  private final List<PDPage> pages = List.of(new PDPage(first), new PDPage(second));

  private List<Outline.Item> read(COSObject firstEntry, Object... ofCatalog) {
    COSObject catalog = dictionary(ofCatalog);
    set(catalog, "Outlines", dictionary("First", firstEntry));
    return Outline.read(catalog, new Destinations(catalog, pages));
  }

  @Test
  void entriesComeInOrderWithLevelAndPage() {
    COSObject last = dictionary("Title", "C", "A", dictionary("S", "/GoTo", "D", array(second, "/Fit")));
    COSObject child = dictionary("Title", "B", "Dest", array(1, "/Fit"));
    COSObject top = dictionary("Title", "A", "Dest", array(first, "/Fit"), "First", child, "Next", last);
    assertEquals(
        List.of(new Outline.Item("A", 1, 1), new Outline.Item("B", 2, 2), new Outline.Item("C", 1, 2)), read(top));
  }

  @Test
  void namedDestinationsAreFoundInTheNameTreeAndInTheOldDictionary() {
    COSObject old = dictionary("Title", "old", "Dest", "/there");
    COSObject named = dictionary("Title", "named", "Dest", "here", "Next", old);
    COSObject leaf = dictionary("Names", array("here", dictionary("D", array(second, "/Fit"))));
    List<Outline.Item> items = read(
        named,
        "Names", dictionary("Dests", dictionary("Kids", array(leaf))),
        "Dests", dictionary("there", array(first, "/Fit")));
    assertEquals(List.of(new Outline.Item("named", 1, 2), new Outline.Item("old", 1, 1)), items);
  }

  @Test
  void anEntryThatLeadsNowhereHasNoPage() {
    COSObject entry = dictionary("Title", "away", "A", dictionary("S", "/URI", "URI", "https://example.com"));
    assertEquals(List.of(new Outline.Item("away", 1, null)), read(entry));
    assertEquals(List.of(new Outline.Item("out", 1, null)), read(dictionary("Title", "out", "Dest", array(7, "/Fit"))));
  }

  @Test
  void loopsEnd() {
    COSObject entry = dictionary("Title", "again");
    set(entry, "Next", entry);
    set(entry, "First", entry);
    assertEquals(1, read(entry).size());
  }

  @Test
  void aNameThatStandsForItselfLeadsNowhere() {
    COSObject names = dictionary("Dests", dictionary("Names", array("a", "b", "b", "a")));
    assertEquals(List.of(new Outline.Item("loop", 1, null)), read(dictionary("Title", "loop", "Dest", "a"), "Names", names));
  }

  @Test
  void noMoreThanTenThousandEntriesAreRead() {
    COSObject top = dictionary("Title", "0");
    COSObject last = top;
    for (int number = 1; number < 10_100; number++) {
      COSObject next = dictionary("Title", String.valueOf(number));
      set(last, "Next", next);
      last = next;
    }
    assertEquals(10_000, read(top).size());
  }
}
