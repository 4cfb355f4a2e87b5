/** The filters of one conversion: switched as its options say, watched, and reported. */
package octavo.host;

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
import org.opendataloader.pdf.api.Config;
import org.opendataloader.pdf.api.FilterConfig;
import org.opendataloader.pdf.containers.StaticLayoutContainers;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;

final class ContentFilters {
  private final File input;
  private final JsonNode request;
  private final IntConsumer onDraw;
  private final DroppedContent dropped = new DroppedContent();
  /** Pages, from 1, on which hidden text was not looked for. */
  private final Set<Integer> unseen = new TreeSet<>();
  private HiddenTextHook hiddenText;
  private HiddenLayers layers;
  private boolean begun;

  /** `onDraw` hears of every page that is about to be drawn, counted from 0. */
  ContentFilters(File input, JsonNode request, IntConsumer onDraw) {
    this.input = input;
    this.request = request;
    this.onDraw = onDraw;
  }

  /** On unless switched off; the engine's own default leaves hidden text in. */
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

  /** Called when everything has been read and nothing has been filtered yet. */
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
    // The engine asks none of the other filters about content that it takes from the structure tree: nothing was looked at.
    if (StaticLayoutContainers.isUseStructTree()) {
      if (filters.isFilterHiddenText() || filters.isFilterTinyText() || filters.isFilterOutOfPage()) {
        int count = StaticContainers.getDocument().getNumberOfPages();
        IntStream.rangeClosed(1, count).filter(wanted).forEach(unseen::add);
      }
      return;
    }
    boolean ownFrame = filters.isFilterOutOfPage() && anySideways(wanted);
    HiddenTextHook.Switches on = new HiddenTextHook.Switches(
        filters.isFilterHiddenText(), filters.isFilterTinyText(), ownFrame, filters.isFilterHiddenOCG());
    filters.setFilterOutOfPage(filters.isFilterOutOfPage() && !ownFrame);
    dropped.foreseeGeometry(StaticContainers.getDocument(), wanted, filters);
    if (on.hiddenText() || on.tiny() || on.offPage()) {
      watchText(config, on);
    }
  }

  private static boolean anySideways(IntPredicate wanted) {
    int pages = StaticContainers.getDocument().getNumberOfPages();
    return IntStream.range(0, pages).anyMatch(page -> wanted.test(page + 1) && PageFrame.isSideways(page));
  }

  /** The engine asks about single words only with this filter on; which of them go is decided by the switches. */
  private void watchText(Config config, HiddenTextHook.Switches on) {
    config.getFilterConfig().setFilterHiddenText(true);
    long budgetMs = request.path("hidden_text_ms").asLong();
    try {
      hiddenText = new HiddenTextHook(input, config.getPassword(), on, budgetMs, dropped, onDraw);
      StaticContainers.setImagesUtils(hiddenText);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The pictures of pages have served; the writers make their own. */
  void end() {
    if (hiddenText != null) {
      StaticContainers.closeImagesUtils();
    }
  }

  /** Reads the document anew where it has hidden layers, so it comes after all that needs it open. */
  void report(Config config, ObjectNode reply) throws IOException {
    if (layers != null) {
      layers.report(input, config, dropped);
    }
    dropped.report(reply);
    if (hiddenText != null) {
      unseen.addAll(hiddenText.unseenPages());
      if (hiddenText.isTainted()) {
        reply.put("tainted", true);
      }
    }
    ArrayNode unseenPages = reply.putArray("unseen_pages");
    unseen.forEach(unseenPages::add);
  }
}
