/** The luminance of the colours of a page, as far as it is certain. */
package octavo.host.visibility.fastpath;

import java.util.IdentityHashMap;
import java.util.Map;
import octavo.host.visibility.Luminance;
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
  private final IccProfiles profiles;

  ColourLuminance(IccProfiles profiles) {
    this.profiles = profiles;
  }

  /** Unknown for patterns, and for colour spaces whose luminance does not follow from the components. */
  double luminanceOf(PDColorSpace space, double[] numbers) {
    if (space == null || numbers == null) {
      return Luminance.UNKNOWN;
    }
    try {
      if (space instanceof PDSeparation spot) {
        return luminanceOf(spot, numbers);
      }
      int wanted = bandsOf(space);
      return wanted != 0 && numbers.length == wanted ? luminanceOf(numbers) : Luminance.UNKNOWN;
    } catch (RuntimeException broken) {
      return Luminance.UNKNOWN;
    }
  }

  /** The number of components; 0 if the luminance does not follow from them. */
  int bandsOf(PDColorSpace space) {
    return space == null ? 0 : components.computeIfAbsent(space, this::componentsOf);
  }

  private static double luminanceOf(double[] numbers) {
    return switch (numbers.length) {
      case 1 -> Luminance.of(numbers[0], numbers[0], numbers[0]);
      case 3 -> Luminance.of(numbers[0], numbers[1], numbers[2]);
      default -> {
        double[] mixed = PDDeviceCMYK.INSTANCE.toRGB(numbers);
        yield Luminance.of(mixed[0], mixed[1], mixed[2]);
      }
    };
  }

  private double luminanceOf(PDSeparation spot, double[] numbers) {
    COSObject name = spot.getColorantName();
    boolean named = name != null && name.getType() == COSObjType.COS_NAME;
    PDColorSpace alternate = spot.getAlternate();
    boolean usable = named && !PAINTS_NOTHING.equals(name.getString()) && numbers.length == 1 && alternate != null;
    if (!usable || bandsOf(alternate) == 0) {
      return Luminance.UNKNOWN;
    }
    double[] mixed = spot.toRGB(numbers);
    return mixed.length == 3 ? Luminance.of(mixed[0], mixed[1], mixed[2]) : luminanceOf(mixed);
  }

  private int componentsOf(PDColorSpace space) {
    if (space instanceof PDDeviceGray || space instanceof PDDeviceRGB || space instanceof PDDeviceCMYK) {
      return space.getNumberOfComponents();
    }
    if (space instanceof PDICCBased profile) {
      return profiles.areTrustworthy(profile) ? profile.getNumberOfComponents() : 0;
    }
    return ASAtom.CALGRAY.equals(space.getType()) || ASAtom.CALRGB.equals(space.getType()) ? space.getNumberOfComponents() : 0;
  }
}
