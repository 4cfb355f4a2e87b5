/** What an inspection has found so far. Written by the reader thread, read by the main thread even if the reader is stuck. */
package octavo.host.inspection;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

final class InspectionResult {
  /** Images that cover at least this share of a page without visible text make it a scan. */
  private static final double SCAN_SHARE = 0.5;

  /** The same share as that of the warnings after a conversion (`PageSignals`). */
  private static final double GARBLED_SHARE = 0.3;

  private final List<Integer> scanned = new ArrayList<>();
  private final List<Integer> textLayer = new ArrayList<>();
  private final List<Integer> textless = new ArrayList<>();
  private final List<Integer> unmapped = new ArrayList<>();
  private final Set<Object> unmappedFonts = new HashSet<>();
  private int inspected;
  private long letters;
  private long unmappedLetters;

  synchronized void add(int number, PageFacts page) {
    inspected++;
    letters += page.letters();
    unmappedLetters += page.unmappedLetters();
    unmappedFonts.addAll(page.unmappedFonts());
    if (page.unmappedLetters() > 0 && page.unmappedLetters() >= GARBLED_SHARE * page.letters()) {
      unmapped.add(number);
    }
    // A page that was not read to its end may have more text, so nothing is concluded from missing text.
    if (!page.complete()) {
      return;
    }
    boolean covered = page.imageShare() >= SCAN_SHARE;
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
