/** Which structure element the content of a page belongs to. */
package octavo.host.engine.structure;

import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDPage;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

final class ContentByElement {
  /** By the identifiers of marked content. */
  private final COSObject elements;
  private final PageMarks marks;

  ContentByElement(PDPage page, COSObject elements) {
    this.elements = elements;
    this.marks = PageMarks.of(page);
  }

  /** Null for content without an element. */
  COSObject elementOf(IChunk chunk) {
    for (StreamInfo origin : chunk.getStreamInfos()) {
      Long mcid = identifierOf(origin);
      if (mcid != null && mcid >= 0 && mcid < elements.size() && Entries.isDictionary(elements.at(mcid.intValue()))) {
        return elements.at(mcid.intValue());
      }
    }
    return null;
  }

  boolean isArtifact(IChunk chunk) {
    for (StreamInfo origin : chunk.getStreamInfos()) {
      Long mcid = identifierOf(origin);
      if (mcid != null && mcid == MarkedContent.ARTIFACT) {
        return true;
      }
    }
    return false;
  }

  private Long identifierOf(StreamInfo origin) {
    String form = origin.getXObjectName();
    return form == null ? marks.ofOperator(origin.getOperatorIndex()) : marks.ofForm(form);
  }
}
