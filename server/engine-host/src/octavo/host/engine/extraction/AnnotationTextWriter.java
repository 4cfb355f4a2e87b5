/** Writes the text of annotations as paragraphs of their own, next to the engine's tree. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import octavo.host.facts.PageAnnotations;
import octavo.host.facts.RightToLeftGlyphs;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDPage;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;

final class AnnotationTextWriter {
  private final RecordWriter out;
  private final TextMask mask;
  private final TextWriter texts;
  private final LineRuns lineRuns;

  AnnotationTextWriter(RecordWriter out, TextMask mask) {
    GlyphEdges glyphs = new GlyphEdges(() -> RightToLeftGlyphs.OfPage.NONE);
    this.out = out;
    this.mask = mask;
    this.texts = new TextWriter(out, glyphs);
    this.lineRuns = new LineRuns(glyphs);
  }

  /** `missing`: the number of free texts that are not, or not wholly, written. */
  record Written(int missing, boolean isAny) {
    static final Written NOTHING = new Written(0, false);
  }

  Written write(PageAnnotations annotations, PDPage page, Transform toDisplayed) throws IOException {
    List<List<List<TextChunk>>> found = new ArrayList<>();
    int missing = 0;
    for (COSObject annotation : annotations.freeTexts()) {
      AnnotationText.Found text = read(annotation, page, toDisplayed);
      missing += text.isEmpty() || !text.isWhole() ? 1 : 0;
      found.add(text.lines());
    }
    for (COSObject signature : annotations.signatures()) {
      found.add(read(signature, page, toDisplayed).lines());
    }
    found.removeIf(List::isEmpty);
    if (!found.isEmpty()) {
      out.beginArray("texts");
      for (List<List<TextChunk>> lines : found) {
        write(lines);
      }
      out.endArray();
    }
    return new Written(missing, !found.isEmpty());
  }

  private static AnnotationText.Found read(COSObject annotation, PDPage page, Transform toDisplayed) {
    return Readable.orElse(AnnotationText.Found.NOTHING, () -> AnnotationText.of(annotation, page, toDisplayed));
  }

  private void write(List<List<TextChunk>> lines) throws IOException {
    List<List<Run>> all = lines.stream().map(this::runs).filter(runs -> !runs.isEmpty()).toList();
    Rect box = all.stream().flatMap(List::stream).map(Run::box).reduce(Rect::union).orElse(Rect.EMPTY);
    out.beginObject();
    out.box(box);
    out.beginArray("lines");
    for (List<Run> runs : all) {
      texts.line(runs);
    }
    out.endArray();
    out.endObject();
  }

  /** A line that is masked has other letters than the page, so that their places are not known. */
  private List<Run> runs(List<TextChunk> line) {
    List<Run> runs = lineRuns.of(line);
    StringBuilder text = new StringBuilder();
    runs.forEach(run -> text.append(run.text()));
    String masked = mask.apply(text.toString());
    if (runs.isEmpty() || masked.contentEquals(text)) {
      return runs;
    }
    Rect box = runs.stream().map(Run::box).reduce(Rect::union).orElse(Rect.EMPTY);
    Run whole = new Run(runs.get(0).style(), box, true);
    whole.add(masked, GlyphEdges.Edges.NONE, box);
    return List.of(whole);
  }
}
