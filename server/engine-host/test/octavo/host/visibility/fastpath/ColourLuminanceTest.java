/** The luminance of colours in PDF colour spaces. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.io.IOException;
import octavo.host.visibility.Luminance;
import org.junit.jupiter.api.Test;
import org.verapdf.as.ASAtom;
import org.verapdf.as.io.ASMemoryInStream;
import org.verapdf.cos.COSArray;
import org.verapdf.cos.COSInteger;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSStream;
import org.verapdf.pd.colors.PDDeviceCMYK;
import org.verapdf.pd.colors.PDDeviceGray;
import org.verapdf.pd.colors.PDDeviceRGB;
import org.verapdf.pd.colors.PDICCBased;

class ColourLuminanceTest {
  private final ColourLuminance colours = new ColourLuminance(new IccProfiles());

  private static PDICCBased icc(byte[] profile, int components) throws IOException {
    COSObject stream = COSStream.construct(new ASMemoryInStream(profile));
    stream.setKey(ASAtom.N, COSInteger.construct(components));
    COSObject space = COSArray.construct();
    space.add(COSName.construct(ASAtom.ICCBASED));
    space.add(stream);
    return new PDICCBased(space);
  }

  @Test
  void deviceColoursAreKnown() {
    assertEquals(Luminance.of(0x808080), colours.luminanceOf(PDDeviceGray.INSTANCE, new double[] {128 / 255.0}));
    assertEquals(Luminance.of(0xFF0000), colours.luminanceOf(PDDeviceRGB.INSTANCE, new double[] {1, 0, 0}));
    assertEquals(1, colours.luminanceOf(PDDeviceCMYK.INSTANCE, new double[] {0, 0, 0, 0}), 0.01);
    assertTrue(colours.luminanceOf(PDDeviceCMYK.INSTANCE, new double[] {0, 0, 0, 1}) < 0.05);
  }

  @Test
  void aWrongNumberOfComponentsIsUnknown() {
    assertTrue(Double.isNaN(colours.luminanceOf(PDDeviceRGB.INSTANCE, new double[] {1})));
    assertTrue(Double.isNaN(colours.luminanceOf(PDDeviceGray.INSTANCE, null)));
    assertTrue(Double.isNaN(colours.luminanceOf(null, new double[] {1})));
    assertEquals(0, colours.bandsOf(null));
  }

  @Test
  void anHonestIccProfileIsTakenAtItsNumbers() throws IOException {
    PDICCBased space = icc(ICC_Profile.getInstance(ColorSpace.CS_sRGB).getData(), 3);
    assertEquals(3, colours.bandsOf(space));
    assertEquals(Luminance.of(0x336699), colours.luminanceOf(space, new double[] {0.2, 0.4, 0.6}));
  }

  @Test
  void aProfileForAnotherNumberOfComponentsIsUnknown() throws IOException {
    assertEquals(0, colours.bandsOf(icc(ICC_Profile.getInstance(ColorSpace.CS_GRAY).getData(), 3)));
  }

  @Test
  void aBrokenProfileIsUnknown() throws IOException {
    assertEquals(0, colours.bandsOf(icc(new byte[300], 3)));
  }

  /** The XYZ profile of Java maps (1, 1, 1) to white but its components are not red, green and blue. */
  @Test
  void aProfileThatIsNotRgbIsUnknown() throws IOException {
    assertEquals(0, colours.bandsOf(icc(ICC_Profile.getInstance(ColorSpace.CS_LINEAR_RGB).getData(), 3)));
  }
}
