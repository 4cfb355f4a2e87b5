/** What an inspection has found so far. Written by the reader, read by the main thread, maybe while the reader is stuck in a page. */
package octavo.host;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class InspectionResult {
  /** From this share of the page on, a picture on a page without visible text is taken for its scan. */
  private static final double SCAN_SHARE = 0.5;

  /** The share from which on the signals after a conversion speak of garbled text. */
  private static final double GARBLED_SHARE = 0.3;

  private final List<Integer> scanned = new ArrayList<>();
  private final List<Integer> textLayer = new ArrayList<>();
  private final List<Integer> textless = new ArrayList<>();
  private final List<Integer> unmapped = new ArrayList<>();
  private final Set<Object> unmappedFonts = new HashSet<>();
  private int inspected;
  private long letters;
  private long unmappedLetters;

  synchronized void add(int number, PageInspector page) {
    inspected++;
    letters += page.letters();
    unmappedLetters += page.unmapped();
    unmappedFonts.addAll(page.unmappedFonts());
    if (page.unmapped() > 0 && page.unmapped() >= GARBLED_SHARE * page.letters()) {
      unmapped.add(number);
    }
    // Of a page that was not read to its end, only what was seen can be said, never what is missing.
    if (!page.isWhole()) {
      return;
    }
    boolean covered = page.pictureShare() >= SCAN_SHARE;
    if (page.letters() == 0) {
      textless.add(number);
    }
    if (covered && page.visibleLetters() == 0) {
      (page.letters() == 0 ? scanned : textLayer).add(number);
    }
  }

  synchronized void describe(ObjectNode reply) {
    put(reply, "scanned_pages", scanned);
    put(reply, "text_layer_pages", textLayer);
    put(reply, "textless_pages", textless);
    put(reply, "unmapped_pages", unmapped);
    reply.put("unmapped_fonts", unmappedFonts.size());
    reply.put("letters", letters).put("unmapped_letters", unmappedLetters);
    reply.put("pages_inspected", inspected);
  }

  private static void put(ObjectNode reply, String name, List<Integer> pages) {
    ArrayNode list = reply.putArray(name);
    pages.forEach(list::add);
  }
}
