/** What no output carries over is counted. */
package octavo.host.facts;

import static octavo.host.facts.CosObjects.array;
import static octavo.host.facts.CosObjects.dictionary;
import static octavo.host.facts.CosObjects.set;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDPage;

class PageAnnotationsTest {
  private static final int HIDDEN = 2;

  private static PageAnnotations of(Object... annotations) {
    return new PageAnnotations(new PDPage(dictionary("Type", "/Page", "Annots", array(annotations))));
  }

  @Test
  void notesStampsAndMarksWithNotesAreCounted() {
    PageAnnotations page = of(
        dictionary("Subtype", "/Text"), dictionary("Subtype", "/Stamp"), dictionary("Subtype", "/Popup"),
        dictionary("Subtype", "/Highlight"), dictionary("Subtype", "/Highlight", "Contents", "why?"),
        dictionary("Subtype", "/Ink", "F", HIDDEN));
    assertEquals(3, page.others());
  }

  @Test
  void linksFieldsAndAttachmentsAreKeptApart() {
    PageAnnotations page = of(
        dictionary("Subtype", "/Link"), dictionary("Subtype", "/Widget"), dictionary("Subtype", "/FileAttachment"), 7);
    assertEquals(1, page.links().size());
    assertEquals(1, page.widgets().size());
    assertEquals(1, page.attachments());
    assertEquals(0, page.others());
  }

  @Test
  void freeTextThatIsShownIsKeptApart() {
    PageAnnotations page = of(dictionary("Subtype", "/FreeText"), dictionary("Subtype", "/FreeText", "F", HIDDEN));
    assertEquals(1, page.freeTexts().size());
    assertEquals(0, page.others());
  }

  @Test
  void signaturesAreFieldsThatShowText() {
    PageAnnotations page = of(dictionary("Subtype", "/Widget", "FT", "/Sig"), dictionary("Subtype", "/Widget", "FT", "/Tx"));
    assertEquals(1, page.signatures().size());
    assertEquals(2, page.widgets().size());
  }

  @Test
  void aHiddenFieldIsCountedIfItIsFilled() {
    COSObject rect = array(0, 0, 1, 1);
    PageAnnotations page = of(
        dictionary("Subtype", "/Widget", "F", HIDDEN, "FT", "/Tx", "V", "secret", "Rect", rect),
        dictionary("Subtype", "/Widget", "F", HIDDEN, "FT", "/Tx", "Rect", rect));
    assertEquals(0, page.widgets().size());
    assertEquals(1, page.others());
  }

  @Test
  void anAnnotationThatIsListedTwiceCountsOnce() {
    COSObject note = dictionary("Subtype", "/Text");
    assertEquals(1, of(note, note).others());
  }

  @Test
  void attachmentsOfTheDocumentAreCountedInALoopedTree() {
    COSObject tree = dictionary("Names", array("a", dictionary(), "b", dictionary()));
    set(tree, "Kids", array(tree));
    assertEquals(2, PageAnnotations.documentAttachments(dictionary("Names", dictionary("EmbeddedFiles", tree))));
  }
}
