/** The graphics state: transformation, clip, colours, and whether anything else changes what is painted. */
package octavo.host.visibility.fastpath;

import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import octavo.host.visibility.Luminance;
import org.verapdf.pd.colors.PDColorSpace;
import org.verapdf.pd.colors.PDDeviceCMYK;
import org.verapdf.pd.colors.PDDeviceGray;
import org.verapdf.pd.colors.PDDeviceRGB;

final class GraphicsState implements Cloneable {
  private Transform transform;
  private Rect clip;
  private boolean clipIsComplex;
  private boolean translucent;
  private boolean blended;
  private boolean masked;
  private PDColorSpace fillSpace = PDDeviceGray.INSTANCE;
  private PDColorSpace strokeSpace = PDDeviceGray.INSTANCE;
  private double fill;
  private double stroke;
  private double lineWidth = 1;
  private int renderMode;
  private boolean hasOutlineFont;

  GraphicsState(Transform transform, Rect clip) {
    this.transform = transform;
    this.clip = clip;
  }

  GraphicsState copy() {
    try {
      return (GraphicsState) clone();
    } catch (CloneNotSupportedException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  Transform transform() {
    return transform;
  }

  /** Nothing is painted outside this rectangle. */
  Rect clip() {
    return clip;
  }

  /** Painting is opaque and only limited by the clip rectangle: no other clip, no mask, no blending. */
  boolean isDirect() {
    return !clipIsComplex && !translucent && !blended && !masked;
  }

  double fill() {
    return isDirect() ? fill : Luminance.UNKNOWN;
  }

  double stroke() {
    return isDirect() ? stroke : Luminance.UNKNOWN;
  }

  double strokeReach() {
    return Math.max(0.25, lineWidth * transform.scale() / 2);
  }

  /** The luminance of text. Text that is filled and stroked must have about the same luminance for both. */
  double textLuminance() {
    boolean oneLuminance = renderMode == 0 || (renderMode == 2 && Luminance.contrast(fill, stroke) < Luminance.CONTRAST_MIN);
    return oneLuminance && hasOutlineFont ? fill() : Luminance.UNKNOWN;
  }

  /** Text of the render modes above 3 becomes part of the clip. */
  void afterText() {
    clipIsComplex |= renderMode > 3;
  }

  void clipTo(Rect area, boolean exact) {
    clip = clip.intersect(area);
    clipIsComplex |= !exact;
  }

  void setTransform(Transform inner) {
    transform = inner;
  }

  /** False if the operator does not change the graphics state. */
  boolean apply(String operator, Operands operands, NamedResources named, ColourLuminance colours) {
    switch (operator) {
      case "cm" -> transform = transform.concat(operands.numbers(6));
      case "w" -> lineWidth = operands.number();
      case "Tr" -> renderMode = (int) operands.number();
      case "Tf" -> hasOutlineFont = named.isOutlineFont(operands.text(0));
      case "gs" -> use(named.change(operands.text()));
      case "g" -> useFill(named.space("DeviceGray", PDDeviceGray.INSTANCE), operands.exactly(1), colours);
      case "rg" -> useFill(named.space("DeviceRGB", PDDeviceRGB.INSTANCE), operands.exactly(3), colours);
      case "k" -> useFill(named.space("DeviceCMYK", PDDeviceCMYK.INSTANCE), operands.exactly(4), colours);
      case "G" -> useStroke(named.space("DeviceGray", PDDeviceGray.INSTANCE), operands.exactly(1), colours);
      case "RG" -> useStroke(named.space("DeviceRGB", PDDeviceRGB.INSTANCE), operands.exactly(3), colours);
      case "K" -> useStroke(named.space("DeviceCMYK", PDDeviceCMYK.INSTANCE), operands.exactly(4), colours);
      case "cs" -> useFill(named.space(operands.text(), null), null, colours);
      case "CS" -> useStroke(named.space(operands.text(), null), null, colours);
      case "sc", "scn" -> fill = operands.endInName() ? Luminance.UNKNOWN : colours.luminanceOf(fillSpace, operands.all());
      case "SC", "SCN" -> stroke = operands.endInName() ? Luminance.UNKNOWN : colours.luminanceOf(strokeSpace, operands.all());
      default -> {
        return false;
      }
    }
    return true;
  }

  private void useFill(PDColorSpace space, double[] numbers, ColourLuminance colours) {
    fillSpace = space;
    fill = colours.luminanceOf(space, numbers);
  }

  private void useStroke(PDColorSpace space, double[] numbers, ColourLuminance colours) {
    strokeSpace = space;
    stroke = colours.luminanceOf(space, numbers);
  }

  private void use(NamedResources.Change change) {
    boolean fillSet = change.fillAlpha() != null;
    boolean strokeSet = change.strokeAlpha() != null;
    if (fillSet || strokeSet) {
      // Each alpha may be set without the other, so only setting both to 1 makes the state opaque again.
      boolean whole = (!fillSet || change.fillAlpha() >= 1) && (!strokeSet || change.strokeAlpha() >= 1);
      translucent = !whole || (translucent && !(fillSet && strokeSet));
    }
    blended = change.blended() == null ? blended : change.blended();
    masked = change.masked() == null ? masked : change.masked();
    lineWidth = change.lineWidth() == null ? lineWidth : change.lineWidth();
    hasOutlineFont &= !change.setsFont();
  }
}
