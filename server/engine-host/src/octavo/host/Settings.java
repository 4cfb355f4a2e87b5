/** Turns the options of a request into the engine's configuration. */
package octavo.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.IntConsumer;
import org.opendataloader.pdf.api.Config;
import org.opendataloader.pdf.api.FilterConfig;

final class Settings {
  private Settings() {}

  static Config read(JsonNode request, IntConsumer onPage) {
    JsonNode options = request.path("options");
    Config config = new PageCountingConfig(onPage);
    config.setOutputFolder(request.path("out").asText());
    config.setPassword(text(request, "password"));
    config.setReadingOrder(options.path("reading_order").asText());
    config.setTableMethod(options.path("table_method").asText());
    config.setPages(text(options, "pages"));
    config.setUseStructTree(options.path("use_struct_tree").asBoolean());
    config.setIncludeHeaderFooter(options.path("include_header_footer").asBoolean());
    config.setKeepLineBreaks(options.path("keep_line_breaks").asBoolean());
    config.setUseHTMLInMarkdown(options.path("markdown_with_html").asBoolean());
    config.setDetectStrikethrough(options.path("detect_strikethrough").asBoolean());
    config.setReplaceInvalidChars(options.path("replace_invalid_chars").asText());
    config.setMarkdownPageSeparator(options.path("markdown_page_separator").asText(""));
    config.setTextPageSeparator(options.path("text_page_separator").asText(""));
    config.setHtmlPageSeparator(options.path("html_page_separator").asText(""));
    config.setImageOutput(options.path("image_output").asText());
    config.setImageFormat(options.path("image_format").asText());
    config.setThreads(1);
    readFilters(options, config.getFilterConfig());
    return config;
  }

  private static void readFilters(JsonNode options, FilterConfig filters) {
    filters.setFilterSensitiveData(options.path("sanitize").asBoolean());
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

  private static String text(JsonNode node, String name) {
    return node.path(name).isTextual() ? node.path(name).asText() : null;
  }

  /** The engine has no listener for pages, but it asks for this one value once per page of its layout pass. */
  private static final class PageCountingConfig extends Config {
    private final IntConsumer onPage;
    private int pages;

    PageCountingConfig(IntConsumer onPage) {
      this.onPage = onPage;
    }

    @Override
    public String getReplaceInvalidChars() {
      pages++;
      onPage.accept(pages);
      return super.getReplaceInvalidChars();
    }
  }
}
