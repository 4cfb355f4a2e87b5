/** Turns the paths by which veraPDF names failed objects into places. */
package octavo.host.engine.accessibility;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import octavo.host.engine.structure.Entries;
import octavo.host.geometry.Rect;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSKey;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDDocument;
import org.verapdf.pd.PDPage;

/** A path is `root/document[0]/pages[0](47 0 obj PDPage)/contentStream[0](70 0 obj …)/content[1]{mcid:0}`. */
final class FailurePlaces {
  private static final Pattern PAGE = Pattern.compile("^root/document\\[0\\]/pages\\[(\\d{1,9})\\]");
  private static final Pattern OBJECT = Pattern.compile("(\\w+)\\[\\d+\\]\\((\\d{1,9}) (\\d{1,5}) obj ");
  private static final Pattern MCID = Pattern.compile("\\{mcid:(\\d{1,9})\\}");
  /** Content of the page itself that has no identifier. */
  private static final Pattern PART = Pattern.compile("^root/document\\[0\\]/pages[^/]*/contentStream\\[0\\][^/]*/content\\[(\\d{1,9})\\]");
  private static final Pattern OPERATOR = Pattern.compile("/operators\\[(\\d{1,9})\\]");

  private final PDDocument document;
  private final List<PDPage> pages;
  private final ContentBoxes boxes;
  private final StructurePlaces structure;

  FailurePlaces(PDDocument document, ContentBoxes boxes, StructurePlaces structure) {
    this.document = document;
    this.pages = document.getPages();
    this.boxes = boxes;
    this.structure = structure;
  }

  /** One place for each path that has one; what is about the whole document has none. Equal places are listed once. */
  List<Place> of(List<String> contexts) {
    List<Place> places = new ArrayList<>();
    for (String context : contexts) {
      Place place = of(context);
      if (place != null && !places.contains(place)) {
        places.add(place);
      }
    }
    return places;
  }

  Place of(String context) {
    Matcher onPage = PAGE.matcher(context);
    if (onPage.find()) {
      int page = Integer.parseInt(onPage.group(1));
      return page < pages.size() ? new Place(page + 1, boxOnPage(page, context)) : null;
    }
    MatchResult last = lastOf(OBJECT, context);
    COSObject object = last == null ? null : document.getDocument().getObject(keyOf(last));
    if (!Entries.isDictionary(object)) {
      return null;
    }
    if (context.startsWith("root/document[0]/StructTreeRoot")) {
      return structure.of(object);
    }
    int page = structure.indexOf(Entries.get(object, ASAtom.P));
    return page < 0 ? null : new Place(page + 1, structure.boxOfAnnotation(page, object));
  }

  private Rect boxOnPage(int page, String context) {
    int annotation = context.indexOf("/annots[");
    if (annotation >= 0) {
      Matcher first = OBJECT.matcher(context);
      COSObject object = first.find(annotation) ? document.getDocument().getObject(keyOf(first.toMatchResult())) : null;
      return object == null || object.empty() ? null : structure.boxOfAnnotation(page, object);
    }
    MatchResult mcid = lastOf(MCID, context);
    if (mcid != null) {
      return boxes.ofMarkedContent(page, streamOf(page, context), Long.parseLong(mcid.group(1)));
    }
    Matcher part = PART.matcher(context);
    if (part.find()) {
      return boxes.ofPart(page, Integer.parseInt(part.group(1)));
    }
    Matcher operator = OPERATOR.matcher(context);
    return operator.find() ? boxes.ofOperator(page, Integer.parseInt(operator.group(1))) : null;
  }

  /** Identifiers inside a form belong to the form, all others to the page. */
  private COSKey streamOf(int page, String context) {
    MatchResult last = lastOf(OBJECT, context);
    boolean inForm = last != null && last.group(1).toLowerCase().contains("xobject");
    return inForm ? keyOf(last) : pages.get(page).getObject().getObjectKey();
  }

  private static MatchResult lastOf(Pattern pattern, String text) {
    MatchResult last = null;
    for (Matcher matcher = pattern.matcher(text); matcher.find();) {
      last = matcher.toMatchResult();
    }
    return last;
  }

  private static COSKey keyOf(MatchResult object) {
    return new COSKey(Integer.parseInt(object.group(2)), Integer.parseInt(object.group(3)));
  }
}
