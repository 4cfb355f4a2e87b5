/**
 * Texts that the author of a document wrote for its figures and annotations. The engine writes a new structure, in which
 * figures have the texts "image 1", "image 2" and so on, and annotations without a text have "Annotation".
 */
package octavo.host.engine.accessibility;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import octavo.host.engine.structure.Entries;
import octavo.host.engine.structure.MarkedContent;
import org.opendataloader.pdf.autotagging.OperatorStreamKey;
import org.opendataloader.pdf.processors.AutoTaggingProcessor;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSKey;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDAnnotation;
import org.verapdf.pd.PDDocument;
import org.verapdf.pd.PDPage;

final class SourceTexts {
  private static final Set<String> ABOUT_ANNOTATIONS = Set.of("Link", "Annot", "Form");

  private record Mark(COSKey page, long mcid) {}

  private final Map<Mark, String> textsByMark = new HashMap<>();
  /** By page and, on the page, by the operator that draws, or by the name of the form that is drawn. */
  private final Map<Integer, Map<Integer, String>> textsByOperator = new HashMap<>();
  private final Map<Integer, Map<String, String>> textsByForm = new HashMap<>();
  private final Set<COSBase> annotationsWithoutText = Collections.newSetFromMap(new IdentityHashMap<>());

  private final String language;

  private SourceTexts(COSObject root) {
    COSObject top = Entries.get(root, ASAtom.K);
    COSObject only = Entries.is(top, COSObjType.COS_ARRAY) && top.size() == 1 ? top.at(0) : top;
    String said = Entries.is(only, COSObjType.COS_DICT) ? Entries.text(only, ASAtom.LANG) : null;
    language = said == null || said.isBlank() ? null : said;
  }

  /** Must be called before the engine tags the document. */
  static SourceTexts read(PDDocument document) {
    COSObject root = Entries.get(document.getCatalog().getObject(), ASAtom.STRUCT_TREE_ROOT);
    SourceTexts texts = new SourceTexts(root);
    StructureWalk.each(root, texts::readElement);
    List<PDPage> pages = document.getPages();
    for (int index = 0; index < pages.size(); index++) {
      if (!texts.textsByMark.isEmpty()) {
        texts.readPage(index, pages.get(index));
      }
      for (PDAnnotation annotation : annotationsOf(pages.get(index))) {
        String contents = AutoTaggingProcessor.stripPuaCodePoints(annotation.getContents());
        if (contents == null || contents.isEmpty()) {
          texts.annotationsWithoutText.add(annotation.getObject().getDirectBase());
        }
      }
    }
    return texts;
  }

  static List<PDAnnotation> annotationsOf(PDPage page) {
    List<PDAnnotation> annotations = page.getAnnotations();
    return annotations == null ? List.of() : annotations;
  }

  /** Of the whole structure, if its only element at the top says one. Null otherwise. */
  String language() {
    return language;
  }

  boolean hadText(COSObject annotation) {
    return !annotationsWithoutText.contains(annotation.getDirectBase());
  }

  /** Maps elements of the new structure to the texts of the figures whose content they have. */
  Map<COSBase, String> byNewElement() {
    Map<COSBase, String> texts = new IdentityHashMap<>();
    AutoTaggingProcessor.getOperatorIndexesToStreamInfosMap().forEach((stream, operators) -> {
      List<COSObject> elements = AutoTaggingProcessor.getStructParents().getOrDefault(stream, List.of());
      operators.forEach((operator, origins) -> {
        String text = textOf(stream, operator);
        if (text != null) {
          origins.stream().filter(origin -> origin.getMcid() != null && origin.getMcid() < elements.size())
              .forEach(origin -> texts.putIfAbsent(elements.get(origin.getMcid()).getDirectBase(), text));
        }
      });
    });
    return texts;
  }

  private String textOf(OperatorStreamKey stream, int operator) {
    return stream.getXObjectName() == null
        ? textsByOperator.getOrDefault(stream.getPageNumber(), Map.of()).get(operator)
        : textsByForm.getOrDefault(stream.getPageNumber(), Map.of()).get(stream.getXObjectName());
  }

  private void readElement(COSObject element) {
    String text = Entries.text(element, ASAtom.ALT);
    if (text != null && !text.isBlank() && !ABOUT_ANNOTATIONS.contains(StructureWalk.typeOf(element))) {
      readMarks(Entries.get(element, ASAtom.K), Entries.reference(element, ASAtom.PG), text);
    }
  }

  private void readMarks(COSObject kids, COSKey page, String text) {
    if (Entries.is(kids, COSObjType.COS_INTEGER)) {
      textsByMark.putIfAbsent(new Mark(page, kids.getInteger()), text);
    } else if (Entries.is(kids, COSObjType.COS_ARRAY)) {
      for (int at = 0; at < kids.size(); at++) {
        if (!Entries.is(kids.at(at), COSObjType.COS_ARRAY)) {
          readMarks(kids.at(at), page, text);
        }
      }
    } else if (Entries.is(kids, COSObjType.COS_DICT) && Entries.integer(kids, ASAtom.MCID) != null && Entries.get(kids, ASAtom.STM).empty()) {
      COSKey own = Entries.reference(kids, ASAtom.PG);
      textsByMark.putIfAbsent(new Mark(own == null ? page : own, Entries.integer(kids, ASAtom.MCID)), text);
    }
  }

  /** Follows the marked content of a page to learn which operators draw a figure that has a text. */
  private void readPage(int index, PDPage page) {
    COSKey key = page.getObject().getObjectKey();
    MarkedContent.each(page, (mcid, position, form) -> {
      String text = textsByMark.get(new Mark(key, mcid));
      if (text != null) {
        textsByOperator.computeIfAbsent(index, any -> new HashMap<>()).put(position, text);
        if (form != null) {
          textsByForm.computeIfAbsent(index, any -> new HashMap<>()).putIfAbsent(form, text);
        }
      }
    });
  }
}
