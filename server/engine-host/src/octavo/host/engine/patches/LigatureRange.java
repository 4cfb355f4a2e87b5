/** A range of a ToUnicode map whose values have several letters. The engine keeps only the last one if the first is below U+0100. */
package octavo.host.engine.patches;

import java.nio.charset.StandardCharsets;
import org.verapdf.pd.font.cmap.ToUnicodeInterval;

public final class LigatureRange extends ToUnicodeInterval {
  /** A value of two bytes is one letter, which the engine reads correctly. */
  private static final int ONE_LETTER = 2;

  private final long first;
  private final byte[] value;

  public LigatureRange(long first, long last, byte[] value) {
    super(first, last, value);
    this.first = first;
    this.value = value.clone();
  }

  @Override
  public String toUnicode(int code) {
    boolean isLigature = value.length > ONE_LETTER && value.length % 2 == 0 && value[0] == 0;
    return isLigature ? ligature(code) : super.toUnicode(code);
  }

  /** Codes after the first one count up the last byte. */
  private String ligature(int code) {
    byte[] letters = value.clone();
    letters[letters.length - 1] += (byte) (code - first);
    return new String(letters, StandardCharsets.UTF_16BE);
  }
}
