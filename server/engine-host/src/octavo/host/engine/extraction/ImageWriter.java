/** Writes images with the name of the file they were written to. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import octavo.host.facts.Clip;
import org.opendataloader.pdf.containers.StaticLayoutContainers;
import org.opendataloader.pdf.entities.SemanticPicture;
import org.verapdf.wcag.algorithms.entities.IObject;

final class ImageWriter {
  static final int ALT_MAX = 2_048;

  private final RecordWriter out;
  private final TextMask mask;

  ImageWriter(RecordWriter out, TextMask mask) {
    this.out = out;
    this.mask = mask;
  }

  void write(IObject image, int page) throws IOException {
    out.beginObject();
    out.text("type", "image");
    out.integer("page", page);
    out.box(ElementWriter.boxOf(image));
    out.optionalText("image", fileName(image));
    out.optionalText("alt", mask.apply(Clip.text(ElementWriter.altOf(image), ALT_MAX)));
    out.endObject();
  }

  /** Null if the image was not written. */
  private static String fileName(IObject image) {
    Integer index = image instanceof SemanticPicture picture ? Integer.valueOf(picture.getPictureIndex()) : image.getIndex();
    String directory = StaticLayoutContainers.getImagesDirectory();
    if (index == null || directory == null || directory.isEmpty()) {
      return null;
    }
    String name = "imageFile" + index + "." + StaticLayoutContainers.getImageFormat();
    Path file = Path.of(directory, name);
    boolean written = Files.exists(file) || StaticLayoutContainers.hasEmbeddedImageBytes(file.toString());
    return written ? name : null;
  }
}
