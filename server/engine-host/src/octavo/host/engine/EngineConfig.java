/** Translates the options of a request into the engine's configuration. */
package octavo.host.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.opendataloader.pdf.api.Config;

final class EngineConfig {
  private EngineConfig() {}

  static Config read(JsonNode request, IntConsumer onPage, Consumer<Config> onRead) {
    JsonNode options = request.path("options");
    Config config = new WatchedConfig(onPage, onRead);
    config.setOutputFolder(request.path("out").asText());
    config.setPassword(text(request, "password"));
    config.setReadingOrder(options.path("reading_order").asText());
    config.setTableMethod(options.path("table_method").asText());
    config.setPages(text(options, "pages"));
    config.setUseStructTree(options.path("use_struct_tree").asBoolean());
    config.setIncludeHeaderFooter(options.path("include_header_footer").asBoolean());
    config.setDetectStrikethrough(options.path("detect_strikethrough").asBoolean());
    config.setReplaceInvalidChars(options.path("replace_invalid_chars").asText());
    config.setImageOutput(options.path("image_output").asText());
    config.setImageFormat(options.path("image_format").asText());
    config.setThreads(1);
    ContentFilters.read(options, config.getFilterConfig());
    return config;
  }

  private static String text(JsonNode node, String name) {
    return node.path(name).isTextual() ? node.path(name).asText() : null;
  }

  /** The engine has no listeners, but it reads two of these values at known points of a conversion. */
  private static final class WatchedConfig extends Config {
    private final IntConsumer onPage;
    private final Consumer<Config> onRead;
    private int pages;

    WatchedConfig(IntConsumer onPage, Consumer<Config> onRead) {
      this.onPage = onPage;
      this.onRead = onRead;
    }

    /** Read once per page of the layout pass. */
    @Override
    public String getReplaceInvalidChars() {
      pages++;
      onPage.accept(pages);
      return super.getReplaceInvalidChars();
    }

    /** First read when the document has been parsed and its pages are not filtered yet. */
    @Override
    public int getThreads() {
      onRead.accept(this);
      return super.getThreads();
    }
  }
}
