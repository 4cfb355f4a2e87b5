/** A recognized word, in pixels of the picture from its top left corner. */
package octavo.host.ocr;

/** `baseline` is the height of the baseline at the left edge, `size` the height of its line of text. */
record Word(double left, double top, double right, double bottom, double baseline, double size, String text, int confidence) {
  double width() {
    return right - left;
  }

  Word withSize(double other) {
    return new Word(left, top, right, bottom, baseline, other, text, confidence);
  }
}
