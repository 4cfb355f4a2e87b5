/** The admission check: opens the document with the engine's own parser and says what a conversion would meet. */
package octavo.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObject;
import org.verapdf.exceptions.InvalidPasswordException;
import org.verapdf.pd.PDDocument;
import org.verapdf.tools.StaticResources;

final class Preflight {
  private Preflight() {}

  static void run(JsonNode request, ObjectNode reply) throws IOException {
    EngineState.clear();
    StaticResources.setPassword(request.path("password").isTextual() ? request.path("password").asText() : null);
    try {
      PDDocument document = new PDDocument(request.path("input").asText());
      StaticResources.setDocument(document);
      describe(document, request.path("pages_max").asInt(), reply);
    } catch (InvalidPasswordException locked) {
      reply.put("encrypted", true).put("locked", true);
    } finally {
      EngineState.clear();
    }
  }

  private static void describe(PDDocument document, int pagesMax, ObjectNode reply) {
    int pages = document.getNumberOfPages();
    COSObject encrypt = document.getDocument().getTrailer().getEncrypt();
    reply.put("encrypted", encrypt != null && !encrypt.empty()).put("locked", false).put("pages", pages);
    COSObject tree = document.getCatalog() == null ? null : document.getCatalog().getKey(ASAtom.STRUCT_TREE_ROOT);
    reply.put("tagged", tree != null && !tree.empty());
    // The declared number may lie; the tree is walked only when that number is one we would accept at all.
    if (pages >= 1 && pages <= pagesMax) {
      reply.put("pages_found", document.getPages().size());
    }
  }
}
