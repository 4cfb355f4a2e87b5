/** Reads one page: draws it, straightens the picture, and recognizes its text. Every program has its own limits. */
package octavo.host.ocr;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import octavo.host.programs.Program;
import octavo.host.protocol.Deadline;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

final class PageReader {
  private static final String PDFTOPPM = "/usr/bin/pdftoppm";
  private static final String TESSERACT = "/usr/bin/tesseract";
  private static final int HOCR_BYTES_MAX = 32 << 20;
  /** More threads per page were measured to cost more CPU time than they save. */
  private static final Map<String, String> ONE_THREAD = Map.of("OMP_THREAD_LIMIT", "1");

  /** Page segmentation modes. */
  private static final String AUTOMATIC = "3";
  private static final String ONE_BLOCK = "6";
  private static final String ORIENTATION_ONLY = "0";

  private static final int SOFT_READINGS = 3;

  private static final double DPI = 200;
  private static final double DPI_MAX = 400;
  /** Small pages are drawn larger, so that their letters have as many pixels as those of a sheet of paper. */
  private static final double LONG_SIDE_PIXELS = 2_000;
  private static final double PIXELS_MAX = 20_000_000;

  /** Below this mean confidence, the page may be lying on its side or upside down. */
  private static final int UPRIGHT_CONFIDENCE = 70;
  /**
   * Below this mean confidence, the page counts as one without text: handwriting, photographs, or a language that was not
   * asked for. Of made pages below it, at most one word in five was found, and two of three words read were not there.
   */
  private static final int READABLE_CONFIDENCE = 50;
  private static final double ORIENTATION_CONFIDENCE_MIN = 1;
  private static final double SKEW_MIN = 0.15;
  private static final Pattern ROTATE = Pattern.compile("Rotate: (\\d+)");
  private static final Pattern ORIENTATION_CONFIDENCE = Pattern.compile("Orientation confidence: ([\\d.]+)");

  private final Path input;
  private final Path temp;
  private final String languages;
  private final long cpuMs;
  private final long pageMs;
  private final long memoryBytes;
  /** Of the page that is being read; its programs share the time. */
  private Deadline deadline;
  private boolean isReproducible = true;

  PageReader(Path input, Path temp, String languages, long cpuMs, long pageMs, long memoryBytes) {
    this.input = input;
    this.temp = temp;
    this.languages = languages;
    this.cpuMs = cpuMs;
    this.pageMs = pageMs;
    this.deadline = new Deadline(pageMs);
    this.memoryBytes = memoryBytes;
  }

  /** Whether no program was killed so far: how much time one needs depends on the machine. */
  boolean isReproducible() {
    return isReproducible;
  }

  RecognizedPage read(int number, PDRectangle box) throws IOException, InterruptedException {
    deadline = new Deadline(pageMs);
    double dpi = resolution(box);
    Bitmap picture = draw(number, dpi);
    RecognizedPage asDrawn = recognize(picture, 0, dpi);
    if (isUpright(asDrawn)) {
      return withLostLines(asDrawn, dpi);
    }
    RecognizedPage best = asDrawn;
    for (int turn : turnsToTry(asDrawn, picture, dpi)) {
      RecognizedPage turned = recognize(picture.quarterTurned(turn), turn, dpi);
      if (isUpright(turned)) {
        return withLostLines(turned, dpi);
      }
      best = turned.confidence() > best.confidence() ? turned : best;
    }
    return best.confidence() < READABLE_CONFIDENCE ? best.withLines(List.of()) : best;
  }

  private static boolean isUpright(RecognizedPage page) {
    return page.textTurn() == 0 && page.confidence() >= UPRIGHT_CONFIDENCE;
  }

  /** The search for lines loses fewer of them in a picture with soft edges; what is still lost is read by itself. */
  private RecognizedPage withLostLines(RecognizedPage page, double dpi) throws IOException, InterruptedException {
    RecognizedPage best = page;
    List<LostLines.Region> lost = lost(page);
    Bitmap picture = page.picture();
    for (int reading = 0; reading < SOFT_READINGS && !lost.isEmpty(); reading++) {
      picture = picture.softened();
      Hocr.Page again = Hocr.read(tesseract(picture, dpi, languages, AUTOMATIC, "hocr"));
      RecognizedPage softened = page.withLines(TextLines.of(again.paragraphs()));
      if (again.turn() == 0 && softened.certainty() > best.certainty()) {
        best = softened;
        lost = lost(best);
      }
    }
    List<List<Word>> found = new ArrayList<>();
    for (LostLines.Region region : lost) {
      Hocr.Page read = Hocr.read(tesseract(region.picture(), dpi, languages, ONE_BLOCK, "hocr"));
      for (List<Word> line : TextLines.of(read.paragraphs())) {
        found.add(line.stream().map(word -> word.movedBy(region.left(), region.top())).toList());
      }
    }
    return found.isEmpty() ? best : best.withLines(TextLines.insert(best.lines(), found));
  }

  private static List<LostLines.Region> lost(RecognizedPage page) {
    return LostLines.find(page.picture(), page.lines(), page.rules());
  }

  /** Lines that run down the page may have been read from either end. */
  private int[] turnsToTry(RecognizedPage asDrawn, Bitmap picture, double dpi) throws IOException, InterruptedException {
    int lying = asDrawn.textTurn();
    if (lying != 0) {
      return new int[] {lying, (lying + 180) % 360};
    }
    int turn = orientation(picture, dpi);
    return turn == 0 ? new int[0] : new int[] {turn};
  }

  /** A picture in colours, to stand in for content whose text cannot be used. */
  byte[] photograph(int number, PDRectangle box) throws IOException, InterruptedException {
    Path file = temp.resolve("photograph");
    run(drawing(number, resolution(box), "-jpeg", file), 0);
    return Files.readAllBytes(temp.resolve("photograph.jpg"));
  }

  static double resolution(PDRectangle box) {
    double width = Math.max(box.getWidth(), 1) / 72;
    double height = Math.max(box.getHeight(), 1) / 72;
    double wanted = Math.min(Math.max(DPI, LONG_SIDE_PIXELS / Math.max(width, height)), DPI_MAX);
    return Math.floor(Math.min(wanted, Math.sqrt(PIXELS_MAX / (width * height))));
  }

  private Bitmap draw(int number, double dpi) throws IOException, InterruptedException {
    Path file = temp.resolve("page");
    run(drawing(number, dpi, "-gray", file), 0);
    return Bitmap.read(temp.resolve("page.pgm"));
  }

  private List<String> drawing(int number, double dpi, String kind, Path file) {
    String page = String.valueOf(number);
    String resolution = String.format(Locale.ROOT, "%.0f", dpi);
    return List.of(
        PDFTOPPM, "-cropbox", kind, "-r", resolution, "-f", page, "-l", page, "-singlefile", input.toString(), file.toString());
  }

  private RecognizedPage recognize(Bitmap drawn, int turn, double dpi) throws IOException, InterruptedException {
    double correction = Skew.correction(drawn);
    double skew = Math.abs(correction) < SKEW_MIN ? 0 : correction;
    Bitmap straight = skew == 0 ? drawn : drawn.turned(skew);
    Hocr.Page read = Hocr.read(tesseract(straight, dpi, languages, AUTOMATIC, "hocr"));
    List<List<Word>> lines = TextLines.of(read.paragraphs());
    return new RecognizedPage(turn, read.turn(), skew, straight, dpi / 72, lines, Rules.find(straight, dpi / 72));
  }

  /** Clockwise degrees that make the page upright. Costs more than reading the page, so it is asked only when needed. */
  private int orientation(Bitmap picture, double dpi) throws IOException, InterruptedException {
    String answer;
    try {
      answer = new String(tesseract(picture, dpi, "osd", ORIENTATION_ONLY), StandardCharsets.UTF_8);
    } catch (IOException tooFewCharacters) {
      return 0;
    }
    Matcher rotate = ROTATE.matcher(answer);
    Matcher confidence = ORIENTATION_CONFIDENCE.matcher(answer);
    boolean sure = confidence.find() && Double.parseDouble(confidence.group(1)) >= ORIENTATION_CONFIDENCE_MIN;
    return sure && rotate.find() ? Integer.parseInt(rotate.group(1)) % 360 : 0;
  }

  private byte[] tesseract(Bitmap picture, double dpi, String language, String segmentation, String... outputs)
      throws IOException, InterruptedException {
    Path file = temp.resolve("read.pgm");
    picture.write(file);
    List<String> command = new ArrayList<>(List.of(
        TESSERACT, file.toString(), "stdout", "-l", language, "--psm", segmentation,
        "--dpi", String.format(Locale.ROOT, "%.0f", dpi)));
    command.addAll(List.of(outputs));
    return run(command, HOCR_BYTES_MAX);
  }

  private byte[] run(List<String> command, int outputBytes) throws IOException, InterruptedException {
    Program.Limits limits = new Program.Limits(cpuMs, Math.max(1, deadline.millisLeft()), memoryBytes, outputBytes);
    Program.Result result = Program.run(command, new byte[0], ONE_THREAD, limits);
    if (!result.isOk()) {
      isReproducible &= !result.wasKilled();
      throw new IOException(command.get(0) + (result.timedOut() ? " took too long" : " ended with " + result.exitCode()));
    }
    return result.output();
  }
}
