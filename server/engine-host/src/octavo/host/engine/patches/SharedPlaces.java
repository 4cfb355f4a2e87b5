/** The operators of a content stream that draw a group of lines, kept once for all lines of the group. */
package octavo.host.engine.patches;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.verapdf.wcag.algorithms.entities.ObjectKey;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

/** A key, because copies of an entry share its key, which lines do not use: it is the object of an image. */
public final class SharedPlaces extends ObjectKey {
  private final String form;
  private final int[] operators;

  private SharedPlaces(String form, int[] operators) {
    super(0, 0);
    this.form = form;
    this.operators = operators;
  }

  /** `places` are of one content stream. */
  static StreamInfo of(List<StreamInfo> places) {
    String form = places.get(0).getXObjectName();
    int[] operators = places.stream().mapToInt(StreamInfo::getOperatorIndex).sorted().toArray();
    return new StreamInfo(places.get(0).getOperatorIndex(), form, new SharedPlaces(form, operators));
  }

  /** If what has this origin is drawn by an operator from `from` on and before `to`, of the form, or of the page if null. */
  public static boolean contains(StreamInfo origin, String form, int from, int to) {
    if (origin.getXImageObjectKey() instanceof SharedPlaces shared) {
      int found = Arrays.binarySearch(shared.operators, from);
      int first = found >= 0 ? found : -found - 1;
      return Objects.equals(shared.form, form) && first < shared.operators.length && shared.operators[first] < to;
    }
    int operator = origin.getOperatorIndex();
    return Objects.equals(origin.getXObjectName(), form) && from <= operator && operator < to;
  }
}
