/** How light the colours of a page are, as far as that is certain. */
package octavo.host;

import java.util.IdentityHashMap;
import java.util.Map;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.colors.PDColorSpace;
import org.verapdf.pd.colors.PDDeviceCMYK;
import org.verapdf.pd.colors.PDDeviceGray;
import org.verapdf.pd.colors.PDDeviceRGB;
import org.verapdf.pd.colors.PDICCBased;
import org.verapdf.pd.colors.PDSeparation;

final class ColourLuminance {
  private static final String PAINTS_NOTHING = "None";

  private final Map<PDColorSpace, Integer> components = new IdentityHashMap<>();

  /** Unknown for patterns, and for every space whose colours are not what their numbers say. */
  double lightOf(PDColorSpace space, double[] numbers) {
    if (space == null || numbers == null) {
      return Luminance.UNKNOWN;
    }
    try {
      if (space instanceof PDSeparation spot) {
        return lightOf(spot, numbers);
      }
      int wanted = bandsOf(space);
      return wanted != 0 && numbers.length == wanted ? lightOf(numbers) : Luminance.UNKNOWN;
    } catch (RuntimeException broken) {
      return Luminance.UNKNOWN;
    }
  }

  /** How many numbers make a colour; 0 if its light does not follow from them. */
  int bandsOf(PDColorSpace space) {
    return space == null ? 0 : components.computeIfAbsent(space, ColourLuminance::componentsOf);
  }

  private static double lightOf(double[] numbers) {
    return switch (numbers.length) {
      case 1 -> Luminance.of(numbers[0], numbers[0], numbers[0]);
      case 3 -> Luminance.of(numbers[0], numbers[1], numbers[2]);
      default -> {
        double[] mixed = PDDeviceCMYK.INSTANCE.toRGB(numbers);
        yield Luminance.of(mixed[0], mixed[1], mixed[2]);
      }
    };
  }

  private double lightOf(PDSeparation spot, double[] numbers) {
    COSObject name = spot.getColorantName();
    boolean named = name != null && name.getType() == COSObjType.COS_NAME;
    PDColorSpace alternate = spot.getAlternate();
    boolean usable = named && !PAINTS_NOTHING.equals(name.getString()) && numbers.length == 1 && alternate != null;
    if (!usable || bandsOf(alternate) == 0) {
      return Luminance.UNKNOWN;
    }
    double[] mixed = spot.toRGB(numbers);
    return mixed.length == 3 ? Luminance.of(mixed[0], mixed[1], mixed[2]) : lightOf(mixed);
  }

  private static int componentsOf(PDColorSpace space) {
    if (space instanceof PDDeviceGray || space instanceof PDDeviceRGB || space instanceof PDDeviceCMYK) {
      return space.getNumberOfComponents();
    }
    if (space instanceof PDICCBased profile) {
      return IccProfiles.areHonest(profile) ? profile.getNumberOfComponents() : 0;
    }
    return ASAtom.CALGRAY.equals(space.getType()) || ASAtom.CALRGB.equals(space.getType()) ? space.getNumberOfComponents() : 0;
  }
}
