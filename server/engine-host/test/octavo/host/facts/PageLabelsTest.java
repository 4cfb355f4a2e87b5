/** Labels are those a viewer shows; absurd numbers do not make long ones. */
package octavo.host.facts;

import static octavo.host.facts.CosObjects.array;
import static octavo.host.facts.CosObjects.dictionary;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.verapdf.cos.COSObject;

class PageLabelsTest {
  private static PageLabels labels(Object... ranges) {
    return new PageLabels(dictionary("PageLabels", dictionary("Nums", array(ranges))));
  }

  private static COSObject range(Object... keysAndValues) {
    return dictionary(keysAndValues);
  }

  @Test
  void everyStyleCountsFromItsStart() {
    PageLabels labels = labels(
        0, range("S", "/r"), 4, range("S", "/D"), 6, range("S", "/A", "St", 27), 7, range("S", "/R", "St", 1_994),
        8, range("S", "/D", "P", "A-", "St", 3), 9, range("P", "Cover"), 10, range("S", "/a"));
    assertEquals("iv", labels.of(3));
    assertEquals("2", labels.of(5));
    assertEquals("AA", labels.of(6));
    assertEquals("MCMXCIV", labels.of(7));
    assertEquals("A-3", labels.of(8));
    assertEquals("Cover", labels.of(9));
    assertEquals("b", labels.of(11));
  }

  @Test
  void aLabelThatIsThePageNumberIsNone() {
    assertNull(labels(0, range("S", "/D")).of(4));
    assertNull(new PageLabels(dictionary()).of(0));
    assertNull(labels(0, range()).of(0));
  }

  @Test
  void hugeNumbersAreWrittenAsDigits() {
    assertEquals("2000000000", labels(0, range("S", "/R", "St", 2_000_000_000)).of(0));
    assertEquals("2000000000", labels(0, range("S", "/a", "St", 2_000_000_000)).of(0));
  }

  @Test
  void brokenRangesAreLeftOut() {
    assertEquals("x1", labels("no", range("S", "/r"), 0, range("S", "/D", "P", "x"), 3, "no").of(0));
  }
}
