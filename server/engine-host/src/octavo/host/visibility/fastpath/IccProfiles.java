/** Whether an ICC profile maps its components to about the expected luminance: a profile that maps black to white can hide text. */
package octavo.host.visibility.fastpath;

import java.awt.color.ICC_ColorSpace;
import java.awt.color.ICC_Profile;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import octavo.host.visibility.Luminance;
import org.verapdf.cos.COSKey;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.colors.PDICCBased;

final class IccProfiles {
  private static final int BYTES_MAX = 4 << 20;
  private static final int REMEMBERED_MAX = 256;
  private static final double DARK_MAX = 0.12;
  private static final double LIGHT_MIN = 0.7;

  /** By SHA-256 of the profile: few different profiles are in use, and opening one takes longer than reading a page. */
  private static final Map<String, Boolean> TRUSTWORTHY = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
      return size() > REMEMBERED_MAX;
    }
  };

  /** Of one document. */
  private final Map<COSKey, Boolean> byObject = new HashMap<>();

  boolean areTrustworthy(PDICCBased space) {
    COSObject profile = space.getICCProfile() == null ? null : space.getICCProfile().getObject();
    COSKey key = profile == null ? null : profile.getObjectKey();
    if (key == null || byObject.size() >= REMEMBERED_MAX) {
      return isTrustworthy(profile, space.getNumberOfComponents());
    }
    return byObject.computeIfAbsent(key, absent -> isTrustworthy(profile, space.getNumberOfComponents()));
  }

  private static boolean isTrustworthy(COSObject profile, int components) {
    try {
      byte[] bytes = ContentReader.decode(profile, BYTES_MAX);
      String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
      synchronized (TRUSTWORTHY) {
        return TRUSTWORTHY.computeIfAbsent(hash, absent -> measure(bytes, components));
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
    return luminanceOf(space, colour) <= DARK_MAX;
  }

  private static boolean isLight(ICC_ColorSpace space, float... colour) {
    return luminanceOf(space, colour) >= LIGHT_MIN;
  }

  /** The luminance of medium grey is about as expected. */
  private static boolean isOrdered(ICC_ColorSpace space) {
    double grey = luminanceOf(space, 0.5f, 0.5f, 0.5f);
    return grey > 0.1 && grey < 0.4;
  }

  private static double luminanceOf(ICC_ColorSpace space, float... colour) {
    float[] rgb = space.toRGB(colour);
    return Luminance.of(rgb[0], rgb[1], rgb[2]);
  }
}
