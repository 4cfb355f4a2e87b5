/** Writes what PDF/UA-1 asks for and what is known into the tagged document while it is open. Nothing is invented. */
package octavo.host.engine.accessibility;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import octavo.host.engine.structure.Entries;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSBoolean;
import org.verapdf.cos.COSDictionary;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSString;
import org.verapdf.pd.PDAnnotation;
import org.verapdf.pd.PDDocument;
import org.verapdf.pd.PDPage;

final class KnownEntries {
  private static final Pattern FIGURE_PLACEHOLDER = Pattern.compile("image \\d+");
  private static final String FORMULA_PLACEHOLDER = "formula";
  private static final String ANNOTATION_PLACEHOLDER = "Annotation";
  private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*");
  private static final int TITLE_MAX = 500;
  private static final ASAtom VIEWER_PREFERENCES = ASAtom.getASAtom("ViewerPreferences");
  private static final ASAtom DISPLAY_DOC_TITLE = ASAtom.getASAtom("DisplayDocTitle");
  private static final ASAtom MARKED = ASAtom.getASAtom("Marked");
  private static final ASAtom TABS = ASAtom.getASAtom("Tabs");

  private final PDDocument document;
  private final COSObject catalog;
  private final Metadata metadata;
  private final List<Written> written = new ArrayList<>();

  KnownEntries(PDDocument document, Metadata metadata) {
    this.document = document;
    this.catalog = document.getCatalog().getObject();
    this.metadata = metadata;
  }

  List<Written> written() {
    return written;
  }

  /**
   * `language` and `firstHeading` may be null. `ownLanguage` is what the structure of the source said, or null. `ownTags`
   * says whether the tags are those of the source. It can be called again with other tags.
   */
  void write(String language, String ownLanguage, String firstHeading, boolean ownTags) throws IOException {
    writeMarked(ownTags);
    writeLanguage(language, ownLanguage);
    writeTitle(firstHeading);
    writeTabOrder();
    // The claim was about other tags. It is made again if all checks pass.
    boolean changed = metadata.claimsPdfUa() | isWritten("title");
    metadata.removeClaim();
    if (changed) {
      metadata.apply();
    }
    document.getDocument().addChangedObject(catalog);
  }

  boolean isWritten(String what) {
    return written.stream().anyMatch(entry -> entry.what().equals(what));
  }

  /** What the source says of its own tags besides, such as that they are suspect, is still true. */
  private void writeMarked(boolean ownTags) {
    COSObject present = Entries.get(catalog, ASAtom.MARK_INFO);
    boolean was = Entries.isTrue(present, MARKED);
    if (ownTags && was) {
      return;
    }
    COSObject info = ownTags && Entries.isDictionary(present) ? present : COSDictionary.construct();
    info.setKey(MARKED, COSBoolean.construct(true));
    catalog.setKey(ASAtom.MARK_INFO, info);
    document.getDocument().addChangedObject(info);
    if (!was) {
      written.add(new Written("marked", "true", "structure", 1));
    }
  }

  private void writeLanguage(String option, String ownLanguage) {
    String present = Entries.text(catalog, ASAtom.LANG);
    boolean has = present != null && !present.isBlank();
    String own = ownLanguage != null ? ownLanguage : metadata.language();
    String value = option != null ? option : has ? null : own;
    if (value != null && LANGUAGE.matcher(value).matches() && !value.equals(present)) {
      catalog.setKey(ASAtom.LANG, COSString.construct(value.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
      written.add(new Written("language", value, option != null ? "option" : "document", 1));
    }
  }

  private void writeTitle(String firstHeading) {
    String from = "document";
    if (metadata.title() == null) {
      String own = clean(infoTitle());
      String title = own != null ? own : clean(firstHeading);
      if (title == null || !metadata.setTitle(title)) {
        return;
      }
      from = own != null ? from : "first_heading";
      written.add(new Written("title", title, from, 1));
    }
    COSObject preferences = Entries.get(catalog, VIEWER_PREFERENCES);
    if (!Entries.is(preferences, COSObjType.COS_DICT)) {
      preferences = COSDictionary.construct();
      catalog.setKey(VIEWER_PREFERENCES, preferences);
    }
    if (!Entries.isTrue(preferences, DISPLAY_DOC_TITLE)) {
      preferences.setKey(DISPLAY_DOC_TITLE, COSBoolean.construct(true));
      document.getDocument().addChangedObject(preferences);
      written.add(new Written("display_title", "true", from, 1));
    }
  }

  private String infoTitle() {
    COSObject info = document.getDocument().getTrailer().getInfo();
    return Entries.text(info, ASAtom.getASAtom("Title"));
  }

  /** Also keeps characters out that XML cannot hold. */
  private static String clean(String text) {
    String cleaned = text == null ? "" : text.replaceAll("[\\p{Cntrl}\\uFFFE\\uFFFF\\s]+", " ").strip();
    return cleaned.isEmpty() ? null : cleaned.substring(0, Math.min(TITLE_MAX, cleaned.length()));
  }

  /** With annotations, the order in which the keyboard reaches them is that of the structure. */
  private void writeTabOrder() {
    int pages = 0;
    for (PDPage page : document.getPages()) {
      ASAtom tabs = Entries.name(page.getObject(), TABS);
      if (!SourceTexts.annotationsOf(page).isEmpty() && !ASAtom.S.equals(tabs)) {
        page.getObject().setKey(TABS, COSName.construct(ASAtom.S));
        document.getDocument().addChangedObject(page.getObject());
        pages++;
      }
    }
    if (pages > 0) {
      written.add(new Written("tab_order", "structure", "structure", pages));
    }
  }

  /** Figures get the texts of the source where it has some; all other placeholders are removed. */
  void replacePlaceholders(SourceTexts source) {
    Map<COSBase, String> texts = source.byNewElement();
    int[] removed = {0, 0};
    StructureWalk.each(Entries.get(catalog, ASAtom.STRUCT_TREE_ROOT), element -> {
      String type = StructureWalk.typeOf(element);
      String alt = Entries.text(element, ASAtom.ALT);
      boolean figure = type.equals("Figure") && alt != null && FIGURE_PLACEHOLDER.matcher(alt).matches();
      boolean formula = type.equals("Formula") && FORMULA_PLACEHOLDER.equals(alt);
      String own = figure || formula ? textOf(element, texts) : null;
      if (own != null) {
        element.setKey(ASAtom.ALT, COSString.construct(own.getBytes(java.nio.charset.StandardCharsets.UTF_16), true));
      } else if (figure || formula || isAnnotationPlaceholder(element, alt, source)) {
        element.removeKey(ASAtom.ALT);
        removed[0]++;
      } else if (type.equals("TH")) {
        removed[1]++;
      }
    });
    for (PDPage page : document.getPages()) {
      removeContents(page, source);
    }
    if (removed[1] > 0) {
      written.add(new Written("table_header", null, "structure", removed[1]));
    }
    if (removed[0] > 0) {
      written.add(new Written("alternative_text_removed", null, "structure", removed[0]));
    }
  }

  /** The content of a figure that is a link is in an element for the link. */
  private static String textOf(COSObject figure, Map<COSBase, String> texts) {
    String text = texts.get(figure.getDirectBase());
    COSObject kids = Entries.get(figure, ASAtom.K);
    for (int at = 0; text == null && Entries.is(kids, COSObjType.COS_ARRAY) && at < kids.size(); at++) {
      text = texts.get(kids.at(at).getDirectBase());
    }
    return text;
  }

  private static boolean isAnnotationPlaceholder(COSObject element, String alt, SourceTexts source) {
    COSObject kids = Entries.get(element, ASAtom.K);
    if (!ANNOTATION_PLACEHOLDER.equals(alt) || !Entries.is(kids, COSObjType.COS_ARRAY)) {
      return false;
    }
    for (int at = 0; at < kids.size(); at++) {
      COSObject target = Entries.get(kids.at(at), ASAtom.OBJ);
      if (!target.empty() && !source.hadText(target)) {
        return true;
      }
    }
    return false;
  }

  private void removeContents(PDPage page, SourceTexts source) {
    for (PDAnnotation annotation : SourceTexts.annotationsOf(page)) {
      COSObject object = annotation.getObject();
      if (!source.hadText(object) && ANNOTATION_PLACEHOLDER.equals(Entries.text(object, ASAtom.CONTENTS))) {
        object.removeKey(ASAtom.CONTENTS);
        document.getDocument().addChangedObject(object);
      }
    }
  }
}
