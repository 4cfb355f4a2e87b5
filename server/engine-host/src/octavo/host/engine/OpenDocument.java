/** A document opened with the engine's parser, without a conversion. Closing it clears all state the engine keeps about it. */
package octavo.host.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.verapdf.pd.PDDocument;
import org.verapdf.pd.PDPage;
import org.verapdf.tools.StaticResources;

public final class OpenDocument implements AutoCloseable {
  private final PDDocument document;

  private OpenDocument(PDDocument document) {
    this.document = document;
  }

  /** The engine keeps the open document in fields of the current thread, so all use of it stays on that thread. */
  public static OpenDocument open(JsonNode request) throws IOException {
    EngineState.clear();
    StaticResources.setPassword(request.path("password").isTextual() ? request.path("password").asText() : null);
    try {
      PDDocument document = new PDDocument(request.path("input").asText());
      StaticResources.setDocument(document);
      return new OpenDocument(document);
    } catch (Throwable failure) {
      EngineState.clear();
      throw failure;
    }
  }

  PDDocument document() {
    return document;
  }

  public List<PDPage> pages() {
    return document.getPages();
  }

  @Override
  public void close() {
    EngineState.clear();
  }
}
