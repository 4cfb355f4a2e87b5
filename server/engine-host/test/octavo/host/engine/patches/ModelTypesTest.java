package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.verapdf.model.ModelHelper;

class ModelTypesTest {
  @Test
  void answersAsTheEngineForEveryType() {
    Set<String> types = ModelHelper.getTypes();
    assertFalse(types.isEmpty());
    for (String type : types) {
      assertEquals(ModelHelper.getListOfSuperNames(type), ModelTypes.getListOfSuperNames(type));
      assertEquals(ModelHelper.getListOfLinks(type), ModelTypes.getListOfLinks(type));
      assertSame(ModelTypes.getListOfLinks(type), ModelTypes.getListOfLinks(type));
    }
  }
}
