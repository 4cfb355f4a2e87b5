/** Failures as the parent process receives them. */
package octavo.host.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailureTest {
  private static ObjectNode describe(Throwable failure) {
    return Failure.describe(failure, new ObjectMapper());
  }

  @Test
  void namesTypeAndTextOfEveryCause() {
    ObjectNode node = describe(new IllegalStateException("outer", new IOException("inner")));
    assertEquals(2, node.path("chain").size());
    assertEquals("java.lang.IllegalStateException", node.at("/chain/0/type").asText());
    assertEquals("outer", node.at("/chain/0/text").asText());
    assertEquals("java.io.IOException", node.at("/chain/1/type").asText());
    assertEquals("inner", node.at("/chain/1/text").asText());
  }

  @Test
  void showsWhereTheRootCauseWasThrown() {
    ObjectNode node = describe(new RuntimeException(new IOException("inner")));
    assertEquals(FailureTest.class.getName() + ".showsWhereTheRootCauseWasThrown", node.at("/frames/0").asText());
    assertTrue(node.path("frames").size() <= 6);
  }

  @Test
  void clipsLongTexts() {
    assertEquals(300, describe(new IOException("x".repeat(5_000))).at("/chain/0/text").asText().length());
  }

  @Test
  void endsWhereCausesFormACycle() {
    IOException one = new IOException("one");
    IOException other = new IOException("other", one);
    one.initCause(other);
    assertEquals(8, describe(one).path("chain").size());
    assertFalse(Failure.isError(one));
  }

  @Test
  void findsAnErrorBelowExceptions() {
    assertTrue(Failure.isError(new StackOverflowError()));
    assertTrue(Failure.isError(new RuntimeException(new IOException(new OutOfMemoryError()))));
    assertFalse(Failure.isError(new RuntimeException(new IOException())));
  }
}
