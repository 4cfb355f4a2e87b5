/** How the content of a page paints at one moment: where to, in which colours, and whether that is all there is to it. */
package octavo.host;

import org.verapdf.pd.colors.PDColorSpace;
import org.verapdf.pd.colors.PDDeviceCMYK;
import org.verapdf.pd.colors.PDDeviceGray;
import org.verapdf.pd.colors.PDDeviceRGB;

final class GraphicsState implements Cloneable {
  private Transform placement;
  private Rect clip;
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

  GraphicsState(Transform placement, Rect clip) {
    this.placement = placement;
    this.clip = clip;
  }

  GraphicsState copy() {
    try {
      return (GraphicsState) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  Transform placement() {
    return placement;
  }

  /** Nothing is painted outside of it. */
  Rect clip() {
    return clip;
  }

  /** The clip is all there is between what is painted and the page: no other shape, no mask, no mixing. */
  boolean isDirect() {
    return !ragged && !seeThrough && !blended && !masked;
  }

  double fill() {
    return isDirect() ? fill : Luminance.UNKNOWN;
  }

  double stroke() {
    return isDirect() ? stroke : Luminance.UNKNOWN;
  }

  double lineReach() {
    return Math.max(0.25, lineWidth * placement.scale() / 2);
  }

  /** Of letters; those filled and outlined have two, and then only one that both share is known. */
  double letterLight() {
    boolean oneLight = renderMode == 0 || (renderMode == 2 && Luminance.contrast(fill, stroke) < Luminance.CONTRAST_MIN);
    return oneLight && outlined ? fill() : Luminance.UNKNOWN;
  }

  /** From here on letters cut away what comes later. */
  void noteLetters() {
    ragged |= renderMode > 3;
  }

  void clipTo(Rect area, boolean exact) {
    clip = clip.within(area);
    ragged |= !exact;
  }

  void place(Transform inner) {
    placement = inner;
  }

  /** False if the operator says nothing about how to paint. */
  boolean apply(String operator, Operands operands, NamedResources named, ColourLuminance colours) {
    switch (operator) {
      case "cm" -> placement = placement.under(operands.numbers(6));
      case "w" -> lineWidth = operands.number();
      case "Tr" -> renderMode = (int) operands.number();
      case "Tf" -> outlined = named.isOutlineFont(operands.text(0));
      case "gs" -> use(named.change(operands.text()));
      case "g" -> useFill(named.space("DeviceGray", PDDeviceGray.INSTANCE), operands.exactly(1), colours);
      case "rg" -> useFill(named.space("DeviceRGB", PDDeviceRGB.INSTANCE), operands.exactly(3), colours);
      case "k" -> useFill(named.space("DeviceCMYK", PDDeviceCMYK.INSTANCE), operands.exactly(4), colours);
      case "G" -> useStroke(named.space("DeviceGray", PDDeviceGray.INSTANCE), operands.exactly(1), colours);
      case "RG" -> useStroke(named.space("DeviceRGB", PDDeviceRGB.INSTANCE), operands.exactly(3), colours);
      case "K" -> useStroke(named.space("DeviceCMYK", PDDeviceCMYK.INSTANCE), operands.exactly(4), colours);
      case "cs" -> useFill(named.space(operands.text(), null), null, colours);
      case "CS" -> useStroke(named.space(operands.text(), null), null, colours);
      case "sc", "scn" -> fill = operands.endInName() ? Luminance.UNKNOWN : colours.lightOf(fillSpace, operands.all());
      case "SC", "SCN" -> stroke = operands.endInName() ? Luminance.UNKNOWN : colours.lightOf(strokeSpace, operands.all());
      default -> {
        return false;
      }
    }
    return true;
  }

  private void useFill(PDColorSpace space, double[] numbers, ColourLuminance colours) {
    fillSpace = space;
    fill = colours.lightOf(space, numbers);
  }

  private void useStroke(PDColorSpace space, double[] numbers, ColourLuminance colours) {
    strokeSpace = space;
    stroke = colours.lightOf(space, numbers);
  }

  private void use(NamedResources.Change change) {
    boolean fillSet = change.fillAlpha() != null;
    boolean strokeSet = change.strokeAlpha() != null;
    if (fillSet || strokeSet) {
      // Each may be set without the other, so one that was ever below 1 stays so until the state is restored.
      boolean whole = (!fillSet || change.fillAlpha() >= 1) && (!strokeSet || change.strokeAlpha() >= 1);
      seeThrough = !whole || (seeThrough && !(fillSet && strokeSet));
    }
    blended = change.blended() == null ? blended : change.blended();
    masked = change.masked() == null ? masked : change.masked();
    lineWidth = change.lineWidth() == null ? lineWidth : change.lineWidth();
    outlined &= !change.setsFont();
  }
}
