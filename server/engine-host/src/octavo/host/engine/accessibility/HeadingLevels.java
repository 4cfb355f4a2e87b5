/**
 * Levels of headings found from the layout, made fit for the standard, which has six and lets none be skipped on the way
 * down. Which heading stands below which one stays the same.
 */
package octavo.host.engine.accessibility;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObject;

final class HeadingLevels {
  private static final Pattern HEADING = Pattern.compile("H([1-9]\\d?)");
  private static final int LEVEL_MAX = 6;

  /** Levels, as they were found, of the headings that the current place is below. */
  private final Deque<Integer> above = new ArrayDeque<>();

  static void repair(COSObject root) {
    HeadingLevels levels = new HeadingLevels();
    StructureWalk.each(root, element -> {
      Matcher heading = HEADING.matcher(StructureWalk.typeOf(element));
      if (heading.matches()) {
        String level = "H" + levels.below(Integer.parseInt(heading.group(1)));
        element.setKey(ASAtom.S, COSName.construct(ASAtom.getASAtom(level)));
      }
    });
  }

  int below(int found) {
    while (!above.isEmpty() && above.peek() >= found) {
      above.pop();
    }
    above.push(found);
    return Math.min(above.size(), LEVEL_MAX);
  }
}
