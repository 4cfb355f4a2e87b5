/** Makes the file identifier of a written PDF reproducible: PDFBox derives it from the time, this class from the input. */
package octavo.host.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.tools.StaticResources;

final class StableFileId {
  private static final int WINDOW_BYTES = 8_192;
  private static final int ID_BYTES = 16;
  private static final Pattern START = Pattern.compile("startxref\\s+(\\d+)\\s+%%EOF\\s*$");
  private static final Pattern ID =
      Pattern.compile("/ID\\s*\\[\\s*<([0-9A-Fa-f]{32})>\\s*<([0-9A-Fa-f]{32})>\\s*\\]");

  private StableFileId() {}

  static void apply(Path written, Path input) throws IOException {
    if (!Files.exists(written) || inputHasIdentity()) {
      return;
    }
    try (RandomAccessFile file = new RandomAccessFile(written.toFile(), "rw")) {
      long tailStart = Math.max(0, file.length() - WINDOW_BYTES);
      Matcher start = START.matcher(window(file, tailStart));
      // With a plain cross-reference table the trailer is at the end; with a cross-reference stream it is where that begins.
      if (!replace(file, tailStart, input) && start.find()) {
        replace(file, Long.parseLong(start.group(1)), input);
      }
    }
  }

  private static boolean inputHasIdentity() {
    COSObject id = StaticResources.getDocument().getDocument().getTrailer().getKey(ASAtom.ID);
    return id != null && !id.empty() && id.getType() == COSObjType.COS_ARRAY && id.size() == 2;
  }

  private static boolean replace(RandomAccessFile file, long from, Path input) throws IOException {
    Matcher found = ID.matcher(window(file, from));
    if (!found.find()) {
      return false;
    }
    byte[] identity = identityOf(input).getBytes(StandardCharsets.US_ASCII);
    for (int group = 1; group <= 2; group++) {
      file.seek(from + found.start(group));
      file.write(identity);
    }
    return true;
  }

  private static String window(RandomAccessFile file, long from) throws IOException {
    byte[] bytes = new byte[(int) Math.max(0, Math.min(WINDOW_BYTES, file.length() - from))];
    file.seek(from);
    file.readFully(bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String identityOf(Path input) throws IOException {
    try (InputStream in = Files.newInputStream(input)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().withUpperCase().formatHex(digest.digest(), 0, ID_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IOException(impossible);
    }
  }
}
