/** Whether the colours of an ICC profile are about what their numbers say: one that turns black into white hides text. */
package octavo.host;

import java.awt.color.ICC_ColorSpace;
import java.awt.color.ICC_Profile;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.verapdf.pd.colors.PDICCBased;

final class IccProfiles {
  private static final int BYTES_MAX = 4 << 20;
  private static final int REMEMBERED_MAX = 256;
  private static final double DARK_MAX = 0.12;
  private static final double LIGHT_MIN = 0.7;

  /** By the hash of all their bytes: documents share few profiles, and opening one costs more than reading a page. */
  private static final Map<String, Boolean> HONEST = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
      return size() > REMEMBERED_MAX;
    }
  };

  private IccProfiles() {}

  static boolean areHonest(PDICCBased space) {
    try {
      byte[] bytes = ContentReader.unpack(space.getICCProfile().getObject(), BYTES_MAX);
      String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
      synchronized (HONEST) {
        return HONEST.computeIfAbsent(hash, absent -> measure(bytes, space.getNumberOfComponents()));
      }
    } catch (IOException | NoSuchAlgorithmException | RuntimeException unreadable) {
      return false;
    }
  }

  private static boolean measure(byte[] bytes, int components) {
    try {
      ICC_ColorSpace space = new ICC_ColorSpace(ICC_Profile.getInstance(bytes));
      if (space.getNumComponents() != components) {
        return false;
      }
      return switch (components) {
        case 1 -> isDark(space, 0) && isLight(space, 1);
        case 3 -> isDark(space, 0, 0, 0) && isLight(space, 1, 1, 1) && isOrdered(space);
        case 4 -> isDark(space, 0, 0, 0, 1) && isLight(space, 0, 0, 0, 0);
        default -> false;
      };
    } catch (RuntimeException broken) {
      return false;
    }
  }

  private static boolean isDark(ICC_ColorSpace space, float... colour) {
    return lightOf(space, colour) <= DARK_MAX;
  }

  private static boolean isLight(ICC_ColorSpace space, float... colour) {
    return lightOf(space, colour) >= LIGHT_MIN;
  }

  /** Half of each colour is about as light as it should be. */
  private static boolean isOrdered(ICC_ColorSpace space) {
    double grey = lightOf(space, 0.5f, 0.5f, 0.5f);
    return grey > 0.1 && grey < 0.4;
  }

  private static double lightOf(ICC_ColorSpace space, float... colour) {
    float[] rgb = space.toRGB(colour);
    return Luminance.of(rgb[0], rgb[1], rgb[2]);
  }
}
