/** Writes `extraction.ndjson`: the document, each converted page, and an end that shows that the file is complete. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.opendataloader.pdf.api.Config;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.IObject;

public final class ExtractionFile {
  public static final String NAME = "extraction.ndjson";

  private final RecordWriter out;
  private final ElementWriter elements;
  private final PageFactWriter facts;
  private final StructureWriter structure;
  private final Set<Integer> chosen;
  private final Set<Integer> annotated = new HashSet<>();

  private ExtractionFile(RecordWriter out, Config config) {
    TextMask mask = TextMask.of(config.getFilterConfig());
    this.out = out;
    this.elements = new ElementWriter(out, mask);
    this.facts = new PageFactWriter(out, mask);
    this.structure = new StructureWriter(out, mask);
    this.chosen = new HashSet<>(config.getPageNumbers());
  }

  /**
   * `countsAttachments`: those of the whole document, on the first page that is written. Answers the pages, from 1, on
   * which annotations show text or fields are filled in.
   */
  public static Set<Integer> write(Path directory, Config config, List<List<IObject>> contents, boolean countsAttachments)
      throws IOException {
    try (RecordWriter out = new RecordWriter(directory.resolve(NAME))) {
      ExtractionFile file = new ExtractionFile(out, config);
      file.write(contents.size(), countsAttachments, index -> {
        file.elements.writePage(index + 1, contents.get(index));
        file.structure.write(index);
        return RuleFinder.of(index);
      });
      return file.annotated;
    }
  }

  /** Only lines of text. The document is open. */
  public static void writeLines(Path directory, Config config, PageLines lines, boolean countsAttachments)
      throws IOException {
    int pages = StaticResources.getDocument().getNumberOfPages();
    try (RecordWriter out = new RecordWriter(directory.resolve(NAME))) {
      ExtractionFile file = new ExtractionFile(out, config);
      file.write(pages, countsAttachments, index -> {
        new LineWriter(out, TextMask.of(config.getFilterConfig())).writePage(index + 1, lines.of(index));
        return RuleFinder.Drawn.NOTHING;
      });
    }
  }

  /** Writes the elements of a page, and answers its ruling lines and filled areas. */
  private interface PageContent {
    RuleFinder.Drawn write(int index) throws IOException;
  }

  private void write(int pageCount, boolean countsAttachments, PageContent content) throws IOException {
    facts.document(pageCount);
    int pages = 0;
    for (int index = 0; index < pageCount; index++) {
      if (chosen.isEmpty() || chosen.contains(index + 1)) {
        page(index, countsAttachments && pages == 0, content);
        pages++;
      }
    }
    out.beginObject();
    out.text("record", "end");
    out.integer("pages", pages);
    out.endObject();
  }

  private void page(int index, boolean countsAttachments, PageContent content) throws IOException {
    out.beginObject();
    out.text("record", "page");
    facts.size(index);
    RuleFinder.Drawn drawn = content.write(index);
    if (facts.rest(index, countsAttachments, drawn)) {
      annotated.add(index + 1);
    }
    out.endObject();
  }
}
