/** Finds the page that a link or an outline entry leads to. */
package octavo.host.facts;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDPage;

public final class Destinations {
  private static final int NAMES_MAX = 200_000;
  private static final int NAME_LENGTH_MAX = 2_048;

  /** A destination may be the name of another one. */
  private static final int HOPS_MAX = 8;

  private final COSObject catalog;
  private final Map<COSBase, Integer> pages = new IdentityHashMap<>();
  private Map<String, COSObject> names;

  public Destinations(COSObject catalog, List<PDPage> pages) {
    this.catalog = catalog;
    for (PDPage page : pages) {
      this.pages.putIfAbsent(page.getObject().getDirectBase(), this.pages.size() + 1);
    }
  }

  /** Of an annotation or an outline entry: the page from 1, or null if it leads to none of this document. */
  Integer pageOf(COSObject source) {
    COSObject destination = Cos.key(source, "Dest");
    COSObject action = Cos.key(source, "A");
    if (destination == null && "GoTo".equals(Cos.name(Cos.key(action, "S")))) {
      destination = Cos.key(action, "D");
    }
    return resolve(destination, 0);
  }

  private Integer resolve(COSObject destination, int hops) {
    if (destination == null || hops > HOPS_MAX) {
      return null;
    }
    if (Cos.isArray(destination)) {
      return destination.size() == 0 ? null : numberOf(destination.at(0));
    }
    if (Cos.isString(destination) || Cos.isName(destination)) {
      String name = Cos.isName(destination) ? Cos.name(destination) : Cos.bytesAsText(destination, NAME_LENGTH_MAX);
      return resolve(names().get(name), hops + 1);
    }
    return resolve(Cos.key(destination, "D"), hops + 1);
  }

  private Integer numberOf(COSObject page) {
    if (page == null) {
      return null;
    }
    if (page.getType().isNumber()) {
      long number = Cos.integer(page, -1) + 1;
      return number >= 1 && number <= pages.size() ? Integer.valueOf((int) number) : null;
    }
    return pages.get(page.getDirectBase());
  }

  private Map<String, COSObject> names() {
    if (names == null) {
      names = new HashMap<>();
      NameTree.visit(Cos.key(Cos.key(catalog, "Names"), "Dests"), "Names", this::remember);
      COSObject old = Cos.key(catalog, "Dests");
      if (Cos.isDictionary(old)) {
        old.getKeySet().stream().limit(NAMES_MAX).forEach(key -> names.putIfAbsent(key.getValue(), old.getKey(key)));
      }
    }
    return names;
  }

  private boolean remember(COSObject name, COSObject destination) {
    String text = Cos.bytesAsText(name, NAME_LENGTH_MAX);
    if (text != null && destination != null) {
      names.putIfAbsent(text, destination);
    }
    return names.size() < NAMES_MAX;
  }
}
