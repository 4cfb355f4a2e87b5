/** How the content of a page paints at one moment: where to, in which colours, and whether that is all there is to it. */
package octavo.host;

import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDExtGState;
import org.verapdf.pd.PDResourcesHandler;
import org.verapdf.pd.colors.PDColorSpace;
import org.verapdf.pd.colors.PDDeviceCMYK;
import org.verapdf.pd.colors.PDDeviceGray;
import org.verapdf.pd.colors.PDDeviceRGB;
import org.verapdf.pd.font.PDFont;
import org.verapdf.pd.font.type3.PDType3Font;

final class Pen implements Cloneable {
  private static final ASAtom COMPATIBLE = ASAtom.getASAtom("Compatible");
  private static final ASAtom NO_MASK = ASAtom.getASAtom("None");
  private static final ASAtom LINE_WIDTH = ASAtom.getASAtom("LW");

  private Placement placement;
  private Area clip;
  private boolean ragged;
  private boolean seeThrough;
  private boolean blended;
  private boolean masked;
  private PDColorSpace fillSpace = PDDeviceGray.INSTANCE;
  private PDColorSpace strokeSpace = PDDeviceGray.INSTANCE;
  private double fill;
  private double stroke;
  private double lineWidth = 1;
  private int renderMode;
  private boolean outlined;

  Pen(Placement placement, Area clip) {
    this.placement = placement;
    this.clip = clip;
  }

  Pen copy() {
    try {
      return (Pen) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  Placement placement() {
    return placement;
  }

  /** Nothing is painted outside of it. */
  Area clip() {
    return clip;
  }

  /** The clip is all there is between what is painted and the page: no other shape, no mask, no mixing. */
  boolean isDirect() {
    return !ragged && !seeThrough && !blended && !masked;
  }

  double fill() {
    return isDirect() ? fill : Light.UNKNOWN;
  }

  double stroke() {
    return isDirect() ? stroke : Light.UNKNOWN;
  }

  double lineReach() {
    return Math.max(0.25, lineWidth * placement.scale() / 2);
  }

  /** Of letters; those filled and outlined have two, and then only one that both share is known. */
  double letterLight() {
    boolean oneLight = renderMode == 0 || (renderMode == 2 && Light.contrast(fill, stroke) < Light.CONTRAST_MIN);
    return oneLight && outlined ? fill() : Light.UNKNOWN;
  }

  /** From here on letters cut away what comes later. */
  void noteLetters() {
    ragged |= renderMode > 3;
  }

  void clipTo(Area area, boolean exact) {
    clip = clip.within(area);
    ragged |= !exact;
  }

  void place(Placement inner) {
    placement = inner;
  }

  /** False if the operator says nothing about how to paint. */
  boolean apply(String operator, Operands operands, PDResourcesHandler resources, Colours colours) {
    switch (operator) {
      case "cm" -> {
        operands.numbers(6);
        placement = placement.under(operands.list());
      }
      case "w" -> lineWidth = operands.number();
      case "Tr" -> renderMode = (int) operands.number();
      case "Tf" -> useFont(resources.getFont(operands.name(0)));
      case "gs" -> use(resources.getExtGState(operands.name()));
      case "g" -> useFill(PDDeviceGray.INSTANCE, ASAtom.DEVICEGRAY, operands.numbers(1), resources, colours);
      case "rg" -> useFill(PDDeviceRGB.INSTANCE, ASAtom.DEVICERGB, operands.numbers(3), resources, colours);
      case "k" -> useFill(PDDeviceCMYK.INSTANCE, ASAtom.DEVICECMYK, operands.numbers(4), resources, colours);
      case "G" -> useStroke(PDDeviceGray.INSTANCE, ASAtom.DEVICEGRAY, operands.numbers(1), resources, colours);
      case "RG" -> useStroke(PDDeviceRGB.INSTANCE, ASAtom.DEVICERGB, operands.numbers(3), resources, colours);
      case "K" -> useStroke(PDDeviceCMYK.INSTANCE, ASAtom.DEVICECMYK, operands.numbers(4), resources, colours);
      case "cs" -> {
        fillSpace = resources.getColorSpace(operands.name(), false);
        fill = Light.UNKNOWN;
      }
      case "CS" -> {
        strokeSpace = resources.getColorSpace(operands.name(), false);
        stroke = Light.UNKNOWN;
      }
      case "sc", "scn" -> fill = operands.endInName() ? Light.UNKNOWN : colours.lightOf(fillSpace, operands.numbers());
      case "SC", "SCN" -> stroke = operands.endInName() ? Light.UNKNOWN : colours.lightOf(strokeSpace, operands.numbers());
      default -> {
        return false;
      }
    }
    return true;
  }

  private void useFill(PDColorSpace plain, ASAtom name, double[] numbers, PDResourcesHandler resources, Colours colours) {
    PDColorSpace own = resources.getColorSpace(name, false);
    fillSpace = own == null ? plain : own;
    fill = colours.lightOf(fillSpace, numbers);
  }

  private void useStroke(PDColorSpace plain, ASAtom name, double[] numbers, PDResourcesHandler resources, Colours colours) {
    PDColorSpace own = resources.getColorSpace(name, false);
    strokeSpace = own == null ? plain : own;
    stroke = colours.lightOf(strokeSpace, numbers);
  }

  /** Letters of a Type 3 font are content of their own, in any colour and shape. */
  private void useFont(PDFont font) {
    outlined = font != null && !(font instanceof PDType3Font);
  }

  private void use(PDExtGState change) {
    if (change == null) {
      throw new Operands.Unclear();
    }
    COSObject values = change.getObject();
    Double fillAlpha = values.getRealKey(ASAtom.CA_NS);
    Double strokeAlpha = values.getRealKey(ASAtom.CA);
    if (fillAlpha != null || strokeAlpha != null) {
      // Each may be set without the other, so one that was ever below 1 stays so until the state is restored.
      boolean whole = (fillAlpha == null || fillAlpha >= 1) && (strokeAlpha == null || strokeAlpha >= 1);
      seeThrough = !whole || (seeThrough && (fillAlpha == null || strokeAlpha == null));
    }
    if (values.knownKey(ASAtom.BM)) {
      blended = !isName(values.getKey(ASAtom.BM), ASAtom.NORMAL) && !isName(values.getKey(ASAtom.BM), COMPATIBLE);
    }
    if (values.knownKey(ASAtom.SMASK)) {
      masked = !isName(values.getKey(ASAtom.SMASK), NO_MASK);
    }
    if (values.knownKey(ASAtom.FONT)) {
      outlined = false;
    }
    Double width = values.getRealKey(LINE_WIDTH);
    lineWidth = width == null ? lineWidth : width;
  }

  private static boolean isName(COSObject value, ASAtom name) {
    return value.getType() == COSObjType.COS_NAME && name.equals(value.getName());
  }
}
