/** Boxes of content on the displayed page, by marked-content identifier and by operator, read page by page when needed. */
package octavo.host.engine.accessibility;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import octavo.host.engine.frame.PageFrame;
import octavo.host.engine.patches.SharedPlaces;
import octavo.host.geometry.Rect;
import org.opendataloader.pdf.autotagging.ChunksWriter;
import org.verapdf.cos.COSKey;
import org.verapdf.gf.model.factory.chunks.ChunkContainer;
import org.verapdf.gf.model.impl.containers.StaticStorages;
import org.verapdf.gf.model.impl.sa.GFSAPage;
import org.verapdf.operator.Operator;
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
  private final Map<Integer, List<Integer>> operatorTokens = new HashMap<>();

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
    if (page < 0 || page >= pages.size() || (drawn.size() >= PAGES_MAX && !drawn.containsKey(page))) {
      return null;
    }
    List<IChunk> chunks = drawn.computeIfAbsent(page, index -> chunksOf(index, new ChunkContainer(), true));
    List<Integer> tokens = operatorTokens.computeIfAbsent(page, this::operatorTokensOf);
    return n >= tokens.size() ? null : union(chunks.stream().filter(chunk -> isDrawnBy(chunk, tokens.get(n))).toList());
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

  private static boolean isDrawnBy(IChunk chunk, int token) {
    for (StreamInfo origin : chunk.getStreamInfos()) {
      if (SharedPlaces.contains(origin, null, token)) {
        return true;
      }
    }
    return false;
  }

  /** The engine counts all tokens, veraPDF's validator only operators. */
  private List<Integer> operatorTokensOf(int page) {
    List<Integer> positions = new ArrayList<>();
    List<Object> tokens = ChunksWriter.getTokens(pages.get(page).getContent());
    for (int at = 0; at < tokens.size(); at++) {
      if (tokens.get(at) instanceof Operator) {
        positions.add(at);
      }
    }
    return positions;
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
