/** Removes all but the chosen pages from a PDF file, and everything in it that refers to them. */
package octavo.host.selection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdfwriter.compress.CompressParameters;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageTree;

public final class PageSelection {
  private static final List<COSName> INHERITABLE =
      List.of(COSName.RESOURCES, COSName.MEDIA_BOX, COSName.CROP_BOX, COSName.ROTATE);

  /** Parts of a document that are about sequences of pages, and beads of article threads on its pages. */
  private static final List<COSName> ABOUT_SEQUENCES = List.of(COSName.THREADS, COSName.getPDFName("DPartRoot"));
  private static final COSName BEADS = COSName.B;

  private final COSDictionary catalog;
  private final List<COSDictionary> kept = new ArrayList<>();
  private final List<Integer> keptIndexes = new ArrayList<>();
  private final RemovedPages removed = new RemovedPages();

  private PageSelection(PDDocument document, Set<Integer> numbers) {
    catalog = document.getDocumentCatalog().getCOSObject();
    int index = 0;
    for (PDPage page : document.getPages()) {
      if (numbers.contains(index + 1)) {
        kept.add(page.getCOSObject());
        keptIndexes.add(index);
      } else {
        removed.add(page.getCOSObject());
      }
      index++;
    }
    // A page may be in the tree more than once.
    kept.forEach(removed::keep);
  }

  /** Page numbers count from 1. A file that has no other pages is left as it is. */
  public static void apply(Path file, Set<Integer> numbers) throws IOException {
    Path cut = file.resolveSibling(file.getFileName() + ".cut");
    try (PDDocument document = Loader.loadPDF(file.toFile())) {
      PageSelection selection = new PageSelection(document, numbers);
      if (selection.kept.isEmpty()) {
        throw new IOException("none of the chosen pages is in the document");
      }
      if (selection.removed.isEmpty()) {
        return;
      }
      selection.cut(document);
      // PDFBox makes the identifier of a file without one from the clock, unless it is given another number.
      document.setDocumentId(0L);
      // With object streams, PDFBox writes a wrong size into the trailer.
      document.save(cut.toFile(), CompressParameters.NO_COMPRESSION);
    }
    Files.move(cut, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private void cut(PDDocument document) {
    ABOUT_SEQUENCES.forEach(catalog::removeItem);
    LabelRanges.keep(catalog, keptIndexes);
    flattenTree();
    removed.pruneNames(catalog);
    if (removed.isDestination(catalog.getDictionaryObject(COSName.OPEN_ACTION))) {
      catalog.removeItem(COSName.OPEN_ACTION);
    }
    AnnotationPruner annotations = new AnnotationPruner(removed);
    kept.forEach(annotations::prune);
    annotations.pruneFields(catalog);
    OutlinePruner.prune(catalog, removed);
    new StructurePruner(removed, annotations.removed()).prune(catalog);
    removed.sweep(document.getDocument().getTrailer());
  }

  /** All pages below one node, with what they inherited from the nodes between. */
  private void flattenTree() {
    COSDictionary root = catalog.getCOSDictionary(COSName.PAGES);
    COSArray kids = new COSArray();
    for (COSDictionary page : kept) {
      for (COSName name : INHERITABLE) {
        COSBase value = PDPageTree.getInheritableAttribute(page, name);
        if (value != null) {
          page.setItem(name, value);
        }
      }
      page.removeItem(BEADS);
      kids.add(page);
    }
    kept.forEach(page -> page.setItem(COSName.PARENT, root));
    root.setItem(COSName.KIDS, kids);
    root.setInt(COSName.COUNT, kids.size());
  }
}
