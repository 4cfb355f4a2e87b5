/** A grey picture of a page, as the portable graymap that the programs exchange. */
package octavo.host.ocr;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

record Bitmap(int width, int height, byte[] pixels) {
  private static final int WHITE = 255;
  private static final long PIXELS_MAX = 100_000_000;

  int at(int x, int y) {
    return pixels[y * width + x] & 0xFF;
  }

  static Bitmap read(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      if (in.read() != 'P' || in.read() != '5') {
        throw new IOException("not a graymap");
      }
      int width = number(in);
      int height = number(in);
      if (number(in) != WHITE || width < 1 || height < 1 || (long) width * height > PIXELS_MAX) {
        throw new IOException("unexpected graymap");
      }
      byte[] pixels = in.readNBytes(width * height);
      if (pixels.length < width * height) {
        throw new IOException("graymap is cut short");
      }
      return new Bitmap(width, height, pixels);
    }
  }

  private static int number(InputStream in) throws IOException {
    int next = in.read();
    while (Character.isWhitespace(next)) {
      next = in.read();
    }
    int value = 0;
    for (int digits = 0; next >= '0' && next <= '9' && digits < 8; digits++, next = in.read()) {
      value = value * 10 + next - '0';
    }
    return value;
  }

  void write(Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(("P5\n" + width + " " + height + "\n255\n").getBytes(StandardCharsets.US_ASCII));
      out.write(pixels);
    }
  }

  /** Averages squares of `factor` pixels. */
  Bitmap reduced(int factor) {
    int w = Math.max(1, width / factor);
    int h = Math.max(1, height / factor);
    byte[] small = new byte[w * h];
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        int sum = 0;
        int count = 0;
        for (int dy = 0; dy < factor && y * factor + dy < height; dy++) {
          for (int dx = 0; dx < factor && x * factor + dx < width; dx++) {
            sum += at(x * factor + dx, y * factor + dy);
            count++;
          }
        }
        small[y * w + x] = (byte) (sum / count);
      }
    }
    return new Bitmap(w, h, small);
  }

  /** Each pixel mixed with its neighbours, so that edges are soft. */
  Bitmap softened() {
    return new Bitmap(width, height, mixed(mixed(pixels, 1, width), width, height));
  }

  /** With the pixels that are `step` before and behind in lines of `length` pixels. */
  private static byte[] mixed(byte[] from, int step, int length) {
    byte[] out = new byte[from.length];
    for (int at = 0; at < from.length; at++) {
      int place = at / step % length;
      int before = from[place == 0 ? at : at - step] & 0xFF;
      int behind = from[place == length - 1 ? at : at + step] & 0xFF;
      out[at] = (byte) ((before + 2 * (from[at] & 0xFF) + behind + 2) / 4);
    }
    return out;
  }

  /** Turned clockwise about its centre, with the same size; what comes in from outside is white. */
  Bitmap turned(double degrees) {
    double sin = Math.sin(Math.toRadians(degrees));
    double cos = Math.cos(Math.toRadians(degrees));
    double cx = (width - 1) / 2.0;
    double cy = (height - 1) / 2.0;
    byte[] out = new byte[pixels.length];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        double fromX = cos * (x - cx) + sin * (y - cy) + cx;
        double fromY = -sin * (x - cx) + cos * (y - cy) + cy;
        out[y * width + x] = (byte) between(fromX, fromY);
      }
    }
    return new Bitmap(width, height, out);
  }

  private int between(double x, double y) {
    int left = (int) Math.floor(x);
    int top = (int) Math.floor(y);
    double right = x - left;
    double down = y - top;
    double upper = grey(left, top) * (1 - right) + grey(left + 1, top) * right;
    double lower = grey(left, top + 1) * (1 - right) + grey(left + 1, top + 1) * right;
    return (int) Math.round(upper * (1 - down) + lower * down);
  }

  private int grey(int x, int y) {
    return x < 0 || y < 0 || x >= width || y >= height ? WHITE : at(x, y);
  }

  /** Turned clockwise by 90, 180 or 270 degrees, or the same picture for 0. */
  Bitmap quarterTurned(int degrees) {
    if (degrees == 0) {
      return this;
    }
    boolean sideways = degrees != 180;
    int w = sideways ? height : width;
    int h = sideways ? width : height;
    byte[] out = new byte[pixels.length];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int toX = degrees == 90 ? height - 1 - y : degrees == 180 ? width - 1 - x : y;
        int toY = degrees == 90 ? x : degrees == 180 ? height - 1 - y : width - 1 - x;
        out[toY * w + toX] = pixels[y * width + x];
      }
    }
    return new Bitmap(w, h, out);
  }

  /** The grey level that separates ink from paper best (Otsu's method). */
  int threshold() {
    long[] histogram = new long[256];
    for (byte pixel : pixels) {
      histogram[pixel & 0xFF]++;
    }
    double all = pixels.length;
    double sumAll = 0;
    for (int level = 0; level < 256; level++) {
      sumAll += level * (double) histogram[level];
    }
    double dark = 0;
    double sumDark = 0;
    double best = -1;
    int threshold = 128;
    for (int level = 0; level < 255; level++) {
      dark += histogram[level];
      sumDark += level * (double) histogram[level];
      if (dark == 0 || dark == all) {
        continue;
      }
      double difference = sumDark / dark - (sumAll - sumDark) / (all - dark);
      double variance = dark * (all - dark) * difference * difference;
      if (variance > best) {
        best = variance;
        threshold = level;
      }
    }
    return threshold;
  }
}
