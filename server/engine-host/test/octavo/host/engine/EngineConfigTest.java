/** Options of a request in the engine's configuration. */
package octavo.host.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.opendataloader.pdf.api.Config;

class EngineConfigTest {
  private final List<Integer> pages = new ArrayList<>();
  private int parsed;

  private Config read(String options) throws JsonProcessingException {
    String request = "{\"out\":\"/out\",\"options\":{\"reading_order\":\"xycut\",\"table_method\":\"default\","
        + "\"image_output\":\"off\",\"image_format\":\"png\"" + options + "}}";
    return EngineConfig.read(new ObjectMapper().readTree(request), pages::add, config -> parsed++);
  }

  @Test
  void allFiltersAreOnByDefault() throws JsonProcessingException {
    Config config = read("");
    assertTrue(config.getFilterConfig().isFilterHiddenText());
    assertTrue(config.getFilterConfig().isFilterTinyText());
    assertTrue(config.getFilterConfig().isFilterOutOfPage());
    assertTrue(config.getFilterConfig().isFilterHiddenOCG());
    assertFalse(config.getFilterConfig().isFilterSensitiveData());
  }

  @Test
  void eachFilterCanBeSwitchedOff() throws JsonProcessingException {
    Config config = read(",\"content_safety_off\":[\"hidden-text\",\"tiny\",\"off-page\",\"hidden-ocg\"]");
    assertFalse(config.getFilterConfig().isFilterHiddenText());
    assertFalse(config.getFilterConfig().isFilterTinyText());
    assertFalse(config.getFilterConfig().isFilterOutOfPage());
    assertFalse(config.getFilterConfig().isFilterHiddenOCG());
  }

  @Test
  void anUnknownFilterIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> read(",\"content_safety_off\":[\"everything\"]"));
  }

  @Test
  void optionsAreHandedOn() throws JsonProcessingException {
    Config config = read(",\"pages\":\"2-3\",\"use_struct_tree\":true,\"sanitize\":true");
    assertEquals("2-3", config.getPages());
    assertTrue(config.isUseStructTree());
    assertTrue(config.getFilterConfig().isFilterSensitiveData());
    assertEquals("/out", config.getOutputFolder());
  }

  @Test
  void reportsTheMomentsAtWhichTheEngineReadsTwoValues() throws JsonProcessingException {
    Config config = read("");
    config.getThreads();
    config.getReplaceInvalidChars();
    config.getReplaceInvalidChars();
    assertEquals(1, parsed);
    assertEquals(List.of(1, 2), pages);
  }
}
