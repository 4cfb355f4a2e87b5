/** The pages of the document the engine has open, for the visibility check. */
package octavo.host.engine;

import java.util.ArrayList;
import java.util.List;
import octavo.host.engine.frame.PageFrame;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import octavo.host.visibility.EnginePages;
import org.verapdf.pd.PDPage;
import org.verapdf.pd.optionalcontent.PDOptionalContentProperties;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

final class OpenPages implements EnginePages {
  @Override
  public Rect frame(int index) {
    BoundingBox frame = PageFrame.of(index);
    return frame == null ? null : PageFrame.rectOf(frame);
  }

  @Override
  public PDPage page(int index) {
    return StaticResources.getDocument().getPage(index);
  }

  @Override
  public Transform transform(int index) {
    return PageFrame.transform(page(index));
  }

  @Override
  public List<ShownText> texts(int index) {
    List<ShownText> texts = new ArrayList<>();
    for (IChunk chunk : StaticContainers.getDocument().getArtifacts(index)) {
      if (chunk instanceof TextChunk text) {
        texts.add(shownText(text));
      }
    }
    return texts;
  }

  private static ShownText shownText(TextChunk text) {
    List<StreamInfo> origin = text.getStreamInfos();
    int operatorIndex = origin.isEmpty() ? -1 : origin.get(0).getOperatorIndex();
    String form = origin.isEmpty() ? null : origin.get(0).getXObjectName();
    return new ShownText(operatorIndex, form, PageFrame.rectOf(text.getBoundingBox()), text.getFontSize(), text.getValue());
  }

  @Override
  public PDOptionalContentProperties layers() {
    return StaticResources.getDocument().getCatalog().getOCProperties();
  }
}
