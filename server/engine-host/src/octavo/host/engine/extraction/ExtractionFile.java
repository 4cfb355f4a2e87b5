/** Writes `extraction.ndjson`: the document, each converted page, and an end that shows that the file is complete. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opendataloader.pdf.api.Config;
import org.verapdf.wcag.algorithms.entities.IObject;

public final class ExtractionFile {
  public static final String NAME = "extraction.ndjson";

  private final RecordWriter out;
  private final ElementWriter elements;
  private final PageFactWriter facts;
  private final Set<Integer> chosen;

  private ExtractionFile(RecordWriter out, Config config) {
    TextMask mask = TextMask.of(config.getFilterConfig());
    this.out = out;
    this.elements = new ElementWriter(out, mask);
    this.facts = new PageFactWriter(out, mask);
    this.chosen = new HashSet<>(config.getPageNumbers());
  }

  public static void write(Path directory, Config config, List<List<IObject>> contents) throws IOException {
    try (RecordWriter out = new RecordWriter(directory.resolve(NAME))) {
      new ExtractionFile(out, config).write(contents);
    }
  }

  private void write(List<List<IObject>> contents) throws IOException {
    facts.document(contents.size());
    int pages = 0;
    for (int index = 0; index < contents.size(); index++) {
      if (chosen.isEmpty() || chosen.contains(index + 1)) {
        page(index, contents.get(index), pages == 0);
        pages++;
      }
    }
    out.beginObject();
    out.text("record", "end");
    out.integer("pages", pages);
    out.endObject();
  }

  private void page(int index, List<IObject> contents, boolean isFirst) throws IOException {
    out.beginObject();
    out.text("record", "page");
    facts.size(index);
    elements.writePage(index + 1, contents);
    facts.rest(index, isFirst);
    out.endObject();
  }
}
