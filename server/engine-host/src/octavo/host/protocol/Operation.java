/** One kind of request. It reads its own fields of the request and writes its result into the reply. */
package octavo.host.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

@FunctionalInterface
public interface Operation {
  void run(JsonNode request, ObjectNode reply, Progress progress) throws Exception;
}
