package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalNumbersTest {
  @ParameterizedTest
  @ValueSource(strings = {"0.", ".5", "0.1", "007.250", "12345678901234.", "1234567.8901234", "123456789012345678.9", "-1.5", "1e3", "NaN"})
  void areReadAsTheLibraryReadsThem(String text) {
    assertEquals(Double.parseDouble(text), DecimalNumbers.parseDouble(text));
  }

  @Test
  void anyShortNumberIsRoundedAsTheLibraryDoes() {
    Random random = new Random(7);
    for (int count = 0; count < 200_000; count++) {
      StringBuilder text = new StringBuilder(Long.toString(random.nextLong(1_000_000_000_000_000L)));
      text.setLength(1 + random.nextInt(text.length()));
      text.insert(random.nextInt(text.length() + 1), '.');
      assertEquals(Double.parseDouble(text.toString()), DecimalNumbers.parseDouble(text.toString()), text.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "1.2.3", "4-5", "1 2", "\u0663"})
  void otherTextIsNotANumber(String text) {
    assertThrows(NumberFormatException.class, () -> DecimalNumbers.parseDouble(text));
  }
}
