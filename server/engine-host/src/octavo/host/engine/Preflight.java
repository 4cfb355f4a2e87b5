/** The check before a document is accepted: opens it with the engine's own parser and reports what a conversion would find. */
package octavo.host.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import octavo.host.protocol.Progress;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObject;
import org.verapdf.exceptions.InvalidPasswordException;
import org.verapdf.pd.PDDocument;

public final class Preflight {
  private Preflight() {}

  public static void run(JsonNode request, ObjectNode reply, Progress progress) throws IOException {
    try (OpenDocument open = OpenDocument.open(request)) {
      describe(open.document(), request.path("pages_max").asInt(), reply);
    } catch (InvalidPasswordException locked) {
      reply.put("encrypted", true).put("locked", true);
    }
  }

  private static void describe(PDDocument document, int pagesMax, ObjectNode reply) {
    int pages = document.getNumberOfPages();
    COSObject encrypt = document.getDocument().getTrailer().getEncrypt();
    reply.put("encrypted", encrypt != null && !encrypt.empty()).put("locked", false).put("pages", pages);
    COSObject tree = document.getCatalog() == null ? null : document.getCatalog().getKey(ASAtom.STRUCT_TREE_ROOT);
    reply.put("tagged", tree != null && !tree.empty());
    // The declared number may be wrong. The tree is walked only if that number would be accepted at all.
    if (pages >= 1 && pages <= pagesMax) {
      reply.put("pages_found", document.getPages().size());
    }
  }
}
