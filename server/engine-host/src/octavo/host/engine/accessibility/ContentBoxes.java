/** Boxes of content on the displayed page, by identifier, operator or part, read page by page when needed. */
package octavo.host.engine.accessibility;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import octavo.host.engine.frame.PageFrame;
import octavo.host.engine.patches.SharedPlaces;
import octavo.host.geometry.Rect;
import org.verapdf.cos.COSKey;
import org.verapdf.gf.model.factory.chunks.ChunkContainer;
import org.verapdf.gf.model.impl.containers.StaticStorages;
import org.verapdf.gf.model.impl.sa.GFSAPage;
import org.verapdf.pd.PDPage;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

final class ContentBoxes {
  /** Content of further pages has no box: reading a page costs about as much as extracting its text. */
  private static final int PAGES_MAX = 200;

  private final List<PDPage> pages;
  private final ChunkContainer marked = new ChunkContainer();
  private final Set<Integer> pagesRead = new HashSet<>();
  private final Map<Integer, List<IChunk>> drawn = new HashMap<>();
  private final Map<Integer, ContentParts> parts = new HashMap<>();
  private final Map<List<Integer>, Rect> partBoxes = new HashMap<>();

  ContentBoxes(List<PDPage> pages) {
    this.pages = pages;
  }

  /** `stream` is the page or the form in whose content the identifier is. Null if nothing visible has it. */
  Rect ofMarkedContent(int page, COSKey stream, long mcid) {
    if (stream == null || page < 0 || page >= pages.size() || (pagesRead.size() >= PAGES_MAX && !pagesRead.contains(page))) {
      return null;
    }
    if (pagesRead.add(page)) {
      chunksOf(page, marked, false);
    }
    return union(marked.get(stream, mcid));
  }

  /** The n-th operator of the page's content, counted from 0. */
  Rect ofOperator(int page, int n) {
    if (!isReadable(page) || n >= partsOf(page).operators().size()) {
      return null;
    }
    int token = partsOf(page).operators().get(n);
    return union(drawnOn(page).stream().filter(chunk -> isDrawnWithin(chunk, token, token + 1)).toList());
  }

  /** The n-th part of the page's content, counted from 0. */
  Rect ofPart(int page, int n) {
    if (!isReadable(page) || n >= partsOf(page).parts().size()) {
      return null;
    }
    return partBoxes.computeIfAbsent(List.of(page, n), place -> {
      ContentParts.Part part = partsOf(page).parts().get(n);
      return union(drawnOn(page).stream().filter(chunk -> isDrawnWithin(chunk, part.from(), part.to())).toList());
    });
  }

  private boolean isReadable(int page) {
    return page >= 0 && page < pages.size() && (drawn.size() < PAGES_MAX || drawn.containsKey(page));
  }

  private List<IChunk> drawnOn(int page) {
    return drawn.computeIfAbsent(page, index -> chunksOf(index, new ChunkContainer(), true));
  }

  private ContentParts partsOf(int page) {
    return parts.computeIfAbsent(page, index -> ContentParts.of(pages.get(index)));
  }

  /** Chunks of marked content go to the container, unless the marks are ignored; the others are returned. */
  private List<IChunk> chunksOf(int page, ChunkContainer container, boolean ignoresMarks) {
    StaticContainers.updateContainers(null);
    StaticContainers.setIsIgnoreCharactersWithoutUnicode(false);
    // Otherwise chunks do not say which operators draw them.
    StaticContainers.setIsDataLoader(true);
    StaticStorages.setIsFilterInvisibleLayers(false);
    StaticStorages.setIsAddSpacesBetweenTextPieces(false);
    StaticStorages.setIsIgnoreMCIDs(ignoresMarks);
    StaticStorages.setChunks(container);
    try {
      List<IChunk> chunks = new GFSAPage(pages.get(page), "").getArtifacts();
      return chunks == null ? List.of() : List.copyOf(chunks);
    } catch (RuntimeException unreadable) {
      // Without boxes the result of the check is still worth having.
      return List.of();
    }
  }

  private static boolean isDrawnWithin(IChunk chunk, int from, int to) {
    for (StreamInfo origin : chunk.getStreamInfos()) {
      if (SharedPlaces.contains(origin, null, from, to)) {
        return true;
      }
    }
    return false;
  }

  private static Rect union(List<IChunk> chunks) {
    Rect box = null;
    for (IChunk chunk : chunks == null ? List.<IChunk>of() : chunks) {
      if (chunk.getBoundingBox() != null) {
        Rect next = PageFrame.rectOf(chunk.getBoundingBox());
        box = box == null ? next : box.union(next);
      }
    }
    return box;
  }
}
