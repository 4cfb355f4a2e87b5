/** A recognized word, in pixels of the picture from its top left corner. */
package octavo.host.ocr;

/** `baseline` is the height of the baseline at the left edge, `size` the height of its line of text. */
record Word(double left, double top, double right, double bottom, double baseline, double size, String text, int confidence) {
  double width() {
    return right - left;
  }

  Word movedBy(double right, double down) {
    return new Word(left + right, top + down, this.right + right, bottom + down, baseline + down, size, text, confidence);
  }

  Word withText(String other) {
    return new Word(left, top, right, bottom, baseline, size, other, confidence);
  }

  Word withSize(double other) {
    return new Word(left, top, right, bottom, baseline, other, text, confidence);
  }
}
