/** What only a person can add to the structure of a document: figures without alternative text, tables without headers. */
package octavo.host.engine.accessibility;

import java.util.ArrayList;
import java.util.List;
import octavo.host.engine.structure.Entries;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObject;

/** The places of the first ones; each count is of all. */
record StructureFindings(
    int figures, List<Place> figurePlaces, int tables, List<Place> tablePlaces, int headerCells) {

  static StructureFindings of(COSObject root, StructurePlaces places) {
    List<COSObject> figures = new ArrayList<>();
    List<COSObject> tables = new ArrayList<>();
    int[] headerCells = {0};
    StructureWalk.each(root, element -> {
      switch (StructureWalk.typeOf(element)) {
        case "Figure", "Formula" -> {
          if (!hasText(element, ASAtom.ALT) && !hasText(element, ASAtom.ACTUAL_TEXT)) {
            figures.add(element);
          }
        }
        case "Table" -> tables.add(element);
        case "TH" -> headerCells[0]++;
        default -> { }
      }
    });
    List<COSObject> headless = tables.stream().filter(table -> !hasHeader(table)).toList();
    return new StructureFindings(
        figures.size(), placesOf(figures, places), headless.size(), placesOf(headless, places), headerCells[0]);
  }

  private static boolean hasText(COSObject element, ASAtom key) {
    String text = Entries.text(element, key);
    return text != null && !text.isBlank();
  }

  private static boolean hasHeader(COSObject table) {
    boolean[] found = {false};
    StructureWalk.each(table, element -> found[0] |= StructureWalk.typeOf(element).equals("TH"));
    return found[0];
  }

  private static List<Place> placesOf(List<COSObject> elements, StructurePlaces places) {
    List<Place> found = new ArrayList<>();
    for (COSObject element : elements.subList(0, Math.min(elements.size(), BoundedValidator.PLACES_MAX))) {
      Place place = places.of(element);
      if (place != null) {
        found.add(place);
      }
    }
    return found;
  }
}
