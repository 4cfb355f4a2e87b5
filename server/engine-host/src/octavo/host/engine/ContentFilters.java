/** The content filters of one conversion: sets them up from the options, and reports what they dropped. */
package octavo.host.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import octavo.host.engine.frame.PageFrame;
import octavo.host.visibility.HiddenWordFinder;
import octavo.host.visibility.HiddenWordFinder.Source;
import octavo.host.visibility.HiddenWords;
import octavo.host.visibility.WorkBudget;
import octavo.host.visibility.fastpath.FastPath;
import org.opendataloader.pdf.api.Config;
import org.opendataloader.pdf.api.FilterConfig;
import org.opendataloader.pdf.containers.StaticLayoutContainers;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;

final class ContentFilters {
  private final File input;
  private final JsonNode request;
  private final IntConsumer onDraw;
  private final DroppedContent dropped = new DroppedContent();
  /** Pages, from 1, on which hidden text was not checked. */
  private final Set<Integer> unchecked = new TreeSet<>();
  private HiddenTextHook hiddenText;
  private HiddenLayers layers;
  private boolean begun;

  /** `onDraw` is called with the index of each page before it is drawn. */
  ContentFilters(File input, JsonNode request, IntConsumer onDraw) {
    this.input = input;
    this.request = request;
    this.onDraw = onDraw;
  }

  /** All filters are on by default. The engine's own default keeps hidden text. */
  static void read(JsonNode options, FilterConfig filters) {
    filters.setFilterSensitiveData(options.path("sanitize").asBoolean());
    filters.setFilterHiddenText(true);
    for (JsonNode name : options.path("content_safety_off")) {
      switch (name.asText()) {
        case "hidden-text" -> filters.setFilterHiddenText(false);
        case "off-page" -> filters.setFilterOutOfPage(false);
        case "tiny" -> filters.setFilterTinyText(false);
        case "hidden-ocg" -> filters.setFilterHiddenOCG(false);
        default -> throw new IllegalArgumentException("unknown content filter");
      }
    }
  }

  /** Called when the document has been parsed and nothing has been filtered yet. */
  void begin(Config config) {
    if (begun) {
      return;
    }
    begun = true;
    Set<Integer> pages = new HashSet<>(config.getPageNumbers());
    IntPredicate wanted = page -> pages.isEmpty() || pages.contains(page);
    FilterConfig filters = config.getFilterConfig();
    if (filters.isFilterHiddenOCG()) {
      layers = HiddenLayers.rememberShown(wanted);
    }
    // With the structure tree, the engine applies none of the other filters: no page is checked.
    if (StaticLayoutContainers.isUseStructTree()) {
      if (filters.isFilterHiddenText() || filters.isFilterTinyText() || filters.isFilterOutOfPage()) {
        int count = StaticContainers.getDocument().getNumberOfPages();
        IntStream.rangeClosed(1, count).filter(wanted).forEach(unchecked::add);
      }
      return;
    }
    boolean ownFrame = filters.isFilterOutOfPage() && anySideways(wanted);
    HiddenTextHook.Switches on =
        new HiddenTextHook.Switches(filters.isFilterHiddenText(), filters.isFilterTinyText(), ownFrame);
    filters.setFilterOutOfPage(filters.isFilterOutOfPage() && !ownFrame);
    dropped.addTinyAndOffPage(StaticContainers.getDocument(), wanted, filters);
    if (on.hiddenText() || on.tiny() || on.offPage()) {
      hookIntoTextFilter(config, on);
    }
  }

  private static boolean anySideways(IntPredicate wanted) {
    int pages = StaticContainers.getDocument().getNumberOfPages();
    return IntStream.range(0, pages).anyMatch(page -> wanted.test(page + 1) && PageFrame.isSideways(page));
  }

  /** The engine asks about single words only if this filter is on. The switches decide which of them are dropped. */
  private void hookIntoTextFilter(Config config, HiddenTextHook.Switches on) {
    config.getFilterConfig().setFilterHiddenText(true);
    WorkBudget budget = WorkBudget.of(request.path("pages_wanted").asInt(), request.path("hidden_text_ms").asLong());
    try {
      boolean layersShown = !config.getFilterConfig().isFilterHiddenOCG();
      Source source = new Source(input, config.getPassword(), layersShown);
      HiddenWords words = new HiddenWordFinder(source, FastPath.of(new OpenPages()), budget, onDraw);
      hiddenText = new HiddenTextHook(on, words, dropped);
      StaticContainers.setImagesUtils(hiddenText);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Frees the drawn pages; the writers make their own images. */
  void end() {
    if (hiddenText != null) {
      StaticContainers.closeImagesUtils();
    }
  }

  /** Parses a document with hidden layers a second time, so it must come after everything that needs it open. */
  void report(Config config, ObjectNode reply) throws IOException {
    if (layers != null) {
      layers.report(input, config, dropped);
    }
    dropped.report(reply);
    if (hiddenText != null) {
      unchecked.addAll(hiddenText.words().uncheckedPages());
      if (!hiddenText.words().isReproducible()) {
        reply.put("not_reproducible", true);
      }
      if (hiddenText.words().isTainted()) {
        reply.put("tainted", true);
      }
    }
    ArrayNode unseenPages = reply.putArray("unseen_pages");
    unchecked.forEach(unseenPages::add);
  }
}
