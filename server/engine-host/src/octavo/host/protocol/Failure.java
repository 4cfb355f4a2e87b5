/** Describes a failure as data: what was thrown, what caused it, and where. The parent process classifies it. */
package octavo.host.protocol;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

public final class Failure {
  private static final int CHAIN_MAX = 8;
  private static final int FRAMES_MAX = 6;
  private static final int TEXT_MAX = 300;

  private Failure() {}

  public static ObjectNode describe(Throwable failure, ObjectMapper mapper) {
    ObjectNode node = mapper.createObjectNode();
    ArrayNode chain = node.putArray("chain");
    Throwable link = failure;
    for (int depth = 0; link != null && depth < CHAIN_MAX; depth++, link = link.getCause()) {
      String text = String.valueOf(link.getMessage());
      chain.addObject()
          .put("type", link.getClass().getName())
          .put("text", text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX));
    }
    ArrayNode frames = node.putArray("frames");
    StackTraceElement[] trace = root(failure).getStackTrace();
    for (int i = 0; i < Math.min(FRAMES_MAX, trace.length); i++) {
      frames.add(trace[i].getClassName() + "." + trace[i].getMethodName());
    }
    return node;
  }

  /** Libraries wrap what they catch, so an `Error` may be the cause of an exception. */
  public static boolean isError(Throwable failure) {
    Throwable link = failure;
    for (int depth = 0; link != null && depth < CHAIN_MAX; depth++, link = link.getCause()) {
      if (link instanceof Error) {
        return true;
      }
    }
    return false;
  }

  private static Throwable root(Throwable failure) {
    Throwable link = failure;
    for (int depth = 0; link.getCause() != null && depth < CHAIN_MAX; depth++) {
      link = link.getCause();
    }
    return link;
  }
}
