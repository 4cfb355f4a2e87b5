/** Reads the outline (bookmarks) in the order in which a viewer shows it. */
package octavo.host.facts;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObject;

public final class Outline {
  private static final int ITEMS_MAX = 10_000;
  private static final int LEVELS_MAX = 32;
  private static final int TITLE_MAX = 2_048;

  /** `page` is null if the entry leads to no page of the document. */
  public record Item(String title, int level, Integer page) {}

  private record Waiting(COSObject entry, int level) {}

  private Outline() {}

  public static List<Item> read(COSObject catalog, Destinations destinations) {
    List<Item> items = new ArrayList<>();
    Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Waiting> waiting = new ArrayDeque<>();
    waiting.push(new Waiting(Cos.key(Cos.key(catalog, "Outlines"), "First"), 1));
    while (!waiting.isEmpty() && seen.size() < ITEMS_MAX) {
      Waiting next = waiting.pop();
      COSObject entry = next.entry();
      if (!Cos.isDictionary(entry) || !seen.add(entry.getDirectBase())) {
        continue;
      }
      String title = Cos.text(Cos.key(entry, "Title"), TITLE_MAX);
      if (title != null && !title.isBlank()) {
        items.add(new Item(title.strip(), next.level(), destinations.pageOf(entry)));
      }
      waiting.push(new Waiting(Cos.key(entry, "Next"), next.level()));
      if (next.level() < LEVELS_MAX) {
        waiting.push(new Waiting(Cos.key(entry, "First"), next.level() + 1));
      }
    }
    return items;
  }
}
