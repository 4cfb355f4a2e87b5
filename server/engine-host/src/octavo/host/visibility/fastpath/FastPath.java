/** Decides about words from the display list of their page. */
package octavo.host.visibility.fastpath;

import octavo.host.geometry.Rect;
import octavo.host.visibility.ContentCheck;
import octavo.host.visibility.EnginePages;
import octavo.host.visibility.WorkBudget;

public final class FastPath implements ContentCheck {
  /** For measurements of what the fast path saves: `-Doctavo.visibility.draw-all-pages=true`. */
  private static final String DRAW_ALL_PAGES = "octavo.visibility.draw-all-pages";

  private final EnginePages pages;
  private final LayerVisibility layers;
  private final IccProfiles profiles = new IccProfiles();

  private FastPath(EnginePages pages) {
    this.pages = pages;
    this.layers = new LayerVisibility(pages.layers());
  }

  public static ContentCheck of(EnginePages pages) {
    return Boolean.getBoolean(DRAW_ALL_PAGES) ? (index, budget) -> null : new FastPath(pages);
  }

  LayerVisibility layers() {
    return layers;
  }

  IccProfiles profiles() {
    return profiles;
  }

  @Override
  public Verdict check(int index, WorkBudget budget) {
    Rect frame = pages.frame(index);
    DisplayList displayList = frame == null ? null : ContentInterpreter.interpret(this, pages, index, budget);
    return displayList == null ? null : new DisplayListCheck(displayList, profiles, budget);
  }
}
