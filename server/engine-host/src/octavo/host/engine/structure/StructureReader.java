/**
 * Reads the structure of single pages: from the marks in their content, by the parent tree, up to the elements. The tree as
 * a whole is never walked, so a part of a long document costs what its pages cost.
 */
package octavo.host.engine.structure;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import octavo.host.engine.frame.PageFrame;
import octavo.host.facts.NameTree;
import octavo.host.geometry.Rect;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDDocument;
import org.verapdf.pd.PDPage;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;

public final class StructureReader {
  private static final int DEPTH_MAX = 64;

  private final PDDocument document;
  private final Roles roles;
  /** The elements of the content, by the number of their page. */
  private final Map<Long, COSObject> parents = new HashMap<>();
  /** Of the page before: a table may go on. */
  private PageGrids grids = new PageGrids();

  private StructureReader(PDDocument document, COSObject root) {
    this.document = document;
    this.roles = new Roles(root);
    NameTree.visit(Entries.get(root, ASAtom.PARENT_TREE), "Nums", (key, elements) -> {
      if (Entries.is(key, COSObjType.COS_INTEGER)) {
        parents.putIfAbsent(key.getInteger(), elements);
      }
      return true;
    });
  }

  /** Null for a document that is not tagged. */
  public static StructureReader of(PDDocument document) {
    COSObject root = Entries.get(document.getCatalog().getObject(), ASAtom.STRUCT_TREE_ROOT);
    if (!Entries.isDictionary(root) || Entries.get(root, ASAtom.PARENT_TREE).empty()) {
      return null;
    }
    return new StructureReader(document, root);
  }

  /** The nearest elements above some content, as far as they matter; each may be null. `level` is that of the heading. */
  private record Above(COSObject heading, int level, COSObject figure, COSObject cell, COSObject table) {}

  /** Null for a page that is not tagged. */
  public PageStructure read(int index) {
    PDPage page = document.getPage(index);
    Long key = Entries.integer(page.getObject(), ASAtom.STRUCT_PARENTS);
    COSObject elements = key == null ? null : parents.get(key);
    if (!Entries.is(elements, COSObjType.COS_ARRAY)) {
      return null;
    }
    ContentByElement content = new ContentByElement(page, elements);
    PageStructureBuilder builder = new PageStructureBuilder(PageFrame.transform(page));
    Map<COSBase, Above> known = new IdentityHashMap<>();
    PageGrids used = new PageGrids();
    for (IChunk chunk : StaticContainers.getDocument().getArtifacts(index)) {
      String text = chunk instanceof TextChunk words ? words.getValue() : null;
      COSObject element = content.elementOf(chunk);
      if (text != null) {
        builder.count(text, element != null || content.isArtifact(chunk));
      }
      if (element != null) {
        Above above = known.computeIfAbsent(element.getDirectBase(), any -> above(element));
        add(builder, above, PageFrame.rectOf(chunk.getBoundingBox()), text, used);
      }
    }
    grids = used;
    return builder.build();
  }

  private void add(PageStructureBuilder builder, Above above, Rect box, String text, PageGrids used) {
    boolean hasText = text != null && !text.isBlank();
    if (above.heading() != null && hasText) {
      builder.addHeading(above.heading(), above.level(), box);
    }
    if (above.figure() != null) {
      builder.addFigure(above.figure(), box);
    }
    if (above.cell() != null && hasText) {
      TableGrid grid = used.of(above.table(), roles, grids);
      if (grid != null) {
        builder.addCell(above.table(), grid, above.cell(), box);
      }
    }
  }

  private Above above(COSObject element) {
    COSObject heading = null;
    COSObject figure = null;
    COSObject cell = null;
    COSObject table = null;
    boolean inContents = false;
    int level = 0;
    COSObject at = element;
    for (int depth = 0; depth < DEPTH_MAX && Entries.isDictionary(at); depth++, at = Roles.parentOf(at)) {
      String role = roles.of(at);
      inContents |= Roles.isContents(role);
      if (heading == null && Roles.levelOf(role) > 0) {
        heading = at;
        level = Roles.levelOf(role);
      } else if (figure == null && role.equals(Roles.FIGURE)) {
        figure = at;
      } else if (cell == null && Roles.CELLS.contains(role)) {
        cell = at;
      } else if (cell != null && table == null && role.equals(Roles.TABLE)) {
        table = at;
      }
    }
    return new Above(inContents ? null : heading, level, figure, table == null ? null : cell, table);
  }
}
