/** Writes what the PDF says about itself and its pages beside their content. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import octavo.host.engine.frame.PageFrame;
import octavo.host.facts.Destinations;
import octavo.host.facts.Outline;
import octavo.host.facts.PageAnnotations;
import octavo.host.facts.PageLabels;
import octavo.host.facts.PageLink;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDDocument;
import org.verapdf.pd.PDPage;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;

final class PageFactWriter {
  private final RecordWriter out;
  private final TextMask mask;
  private final FieldWriter fields;
  private final AnnotationTextWriter texts;
  private final PDDocument document = StaticResources.getDocument();
  private final COSObject catalog = document.getDocument().getTrailer().getRoot();
  private final PageLabels labels = Readable.orElse(new PageLabels(null), () -> new PageLabels(catalog));
  private final Destinations destinations = new Destinations(catalog, document.getPages());

  PageFactWriter(RecordWriter out, TextMask mask) {
    this.out = out;
    this.mask = mask;
    this.fields = new FieldWriter(out, mask);
    this.texts = new AnnotationTextWriter(out, mask);
  }

  void document(int pages) throws IOException {
    DocumentProperties properties = new DocumentProperties(document);
    out.beginObject();
    out.text("record", "document");
    out.integer("page_count", pages);
    out.optionalText("title", mask.apply(properties.title()));
    out.optionalText("author", mask.apply(properties.author()));
    out.optionalText("language", Readable.orElse(null, properties::language));
    out.beginArray("outline");
    for (Outline.Item item : Readable.orElse(List.<Outline.Item>of(), () -> Outline.read(catalog, destinations))) {
      out.beginObject();
      out.text("title", mask.apply(item.title()));
      out.integer("level", item.level());
      out.optionalInteger("page", item.page());
      out.endObject();
    }
    out.endArray();
    out.endObject();
  }

  void size(int index) throws IOException {
    BoundingBox frame = PageFrame.of(index);
    Long degrees = document.getPage(index).getRotation();
    out.integer("page", index + 1);
    out.optionalText("label", mask.apply(Readable.orElse(null, () -> labels.of(index))));
    out.number("width", frame == null ? 0 : frame.getWidth());
    out.number("height", frame == null ? 0 : frame.getHeight());
    out.integer("rotation", degrees == null || degrees % 90 != 0 ? 0 : (int) Math.floorMod(degrees, 360L));
  }

  /** `countsAttachments`: also those of the document as a whole. Answers whether annotations or filled fields show text on the page. */
  boolean rest(int index, boolean countsAttachments, RuleFinder.Drawn drawn) throws IOException {
    PDPage page = document.getPage(index);
    Transform toDisplayed = PageFrame.transform(page);
    PageAnnotations annotations = Readable.orElse(null, () -> new PageAnnotations(page));
    List<COSObject> links = annotations == null ? List.of() : annotations.links();
    out.beginArray("links");
    for (COSObject annotation : links) {
      link(Readable.orElse(null, () -> PageLink.read(annotation, destinations, toDisplayed)));
    }
    out.endArray();
    boolean isFilled = fields.write(annotations == null ? List.of() : annotations.widgets(), toDisplayed);
    AnnotationTextWriter.Written written =
        annotations == null ? AnnotationTextWriter.Written.NOTHING : texts.write(annotations, page, toDisplayed);
    boxes("rules", drawn.rules());
    boxes("fills", drawn.fills());
    int ofDocument = countsAttachments ? Readable.orElse(0, () -> PageAnnotations.documentAttachments(catalog)) : 0;
    out.out().writeObjectFieldStart("not_carried");
    out.count("attachments", ofDocument + (annotations == null ? 0 : annotations.attachments()));
    out.count("annotations", annotations == null ? 0 : annotations.others() + written.missing());
    out.endObject();
    return written.isAny() || isFilled;
  }

  private void boxes(String name, List<Rect> boxes) throws IOException {
    out.beginArray(name);
    for (Rect box : boxes) {
      out.beginObject();
      out.box(box);
      out.endObject();
    }
    out.endArray();
  }

  private void link(PageLink link) throws IOException {
    // A URL may carry what the option `sanitize` masks, in forms that its rules do not know.
    String url = link == null || mask.isOn() ? null : link.url();
    Integer target = link == null ? null : link.page();
    if (Objects.nonNull(url) || Objects.nonNull(target)) {
      out.beginObject();
      out.beginArray("boxes");
      for (Rect box : link.boxes()) {
        out.boxValue(box);
      }
      out.endArray();
      out.optionalText("url", url);
      out.optionalInteger("page", target);
      out.endObject();
    }
  }
}
