/** Gives each page that stays the label it had. */
package octavo.host.selection;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSNumber;

final class LabelRanges {
  private static final COSName PAGE_LABELS = COSName.PAGE_LABELS;
  private static final COSName START = COSName.getPDFName("St");

  private LabelRanges() {}

  /** `indexes`: of the pages that stay, before the others were removed. Without labels, a page is its new number. */
  static void keep(COSDictionary catalog, List<Integer> indexes) {
    TreeMap<Integer, COSDictionary> ranges = new TreeMap<>();
    TreeEntries.filter(catalog.getDictionaryObject(PAGE_LABELS), COSName.NUMS, (key, value) -> {
      if (key instanceof COSNumber number && value instanceof COSDictionary range) {
        ranges.put(number.intValue(), range);
      }
      return true;
    });
    if (ranges.isEmpty()) {
      return;
    }
    COSArray pairs = new COSArray();
    for (int at = 0; at < indexes.size(); at++) {
      Map.Entry<Integer, COSDictionary> range = ranges.floorEntry(indexes.get(at));
      COSDictionary label = new COSDictionary();
      if (range != null) {
        label.addAll(range.getValue());
        label.setInt(START, Math.max(1, range.getValue().getInt(START, 1)) + indexes.get(at) - range.getKey());
      }
      pairs.add(COSInteger.get(at));
      pairs.add(label);
    }
    COSDictionary tree = new COSDictionary();
    tree.setItem(COSName.NUMS, pairs);
    catalog.setItem(PAGE_LABELS, tree);
  }
}
