/** Finds the content of layers that are off. The engine's parser skips it without a report, so the document is parsed twice and compared. */
package octavo.host.engine;

import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntPredicate;
import org.opendataloader.pdf.api.Config;
import org.opendataloader.pdf.processors.DocumentProcessor;
import org.verapdf.pd.optionalcontent.PDOptionalContentProperties;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.IDocument;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;

final class HiddenLayers {
  private record Mark(int page, String kind, String text, double left, double bottom, double right, double top) {
    static Mark of(int page, String kind, IChunk chunk) {
      BoundingBox box = chunk.getBoundingBox();
      String text = chunk instanceof TextChunk words ? words.getValue() : "";
      return new Mark(page, kind, text, box.getLeftX(), box.getBottomY(), box.getRightX(), box.getTopY());
    }
  }

  private final IntPredicate wanted;
  private final Map<Mark, Integer> shown = new HashMap<>();

  private HiddenLayers(IntPredicate wanted) {
    this.wanted = wanted;
  }

  /** Null unless a layer of the open document is off: few documents have one, and only they are parsed twice. */
  static HiddenLayers rememberShown(IntPredicate wanted) {
    PDOptionalContentProperties layers = StaticResources.getDocument().getCatalog().getOCProperties();
    if (layers == null || layers.getGroupNames().stream().allMatch(layers::isVisibleLayer)) {
      return null;
    }
    HiddenLayers memory = new HiddenLayers(wanted);
    memory.forEach((mark, box) -> memory.shown.merge(mark, 1, Integer::sum));
    return memory;
  }

  void report(File input, Config config, DroppedContent dropped) throws IOException {
    EngineState.clear();
    config.getFilterConfig().setFilterHiddenOCG(false);
    DocumentProcessor.preprocessing(input.getPath(), config);
    forEach((mark, box) -> {
      if (shown.merge(mark, -1, Integer::sum) < 0) {
        dropped.add("hidden-ocg", mark.kind(), box);
      }
    });
  }

  private void forEach(BiConsumer<Mark, BoundingBox> action) {
    IDocument document = StaticContainers.getDocument();
    for (int page = 0; page < document.getNumberOfPages(); page++) {
      if (!wanted.test(page + 1)) {
        continue;
      }
      for (IChunk chunk : document.getArtifacts(page)) {
        String kind = DroppedContent.kindOf(chunk);
        if (kind != null) {
          action.accept(Mark.of(page, kind, chunk), chunk.getBoundingBox());
        }
      }
    }
  }
}
