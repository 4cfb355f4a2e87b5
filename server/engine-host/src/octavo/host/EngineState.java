/** The engine keeps the open document in thread-local and static fields; this closes it and empties all of them. */
package octavo.host;

import org.opendataloader.pdf.containers.StaticLayoutContainers;
import org.verapdf.containers.StaticCoreContainers;
import org.verapdf.gf.model.impl.containers.StaticStorages;
import org.verapdf.pd.PDDocument;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;
import org.verapdf.xmp.containers.StaticXmpCoreContainers;

final class EngineState {
  private EngineState() {}

  static void clear() {
    attempt(() -> {
      PDDocument document = StaticResources.getDocument();
      if (document != null) {
        document.close();
      }
    });
    attempt(StaticContainers::closeImagesUtils);
    attempt(StaticResources::clear);
    attempt(() -> StaticResources.setPassword(null));
    attempt(() -> StaticContainers.updateContainers(null));
    attempt(org.verapdf.gf.model.impl.containers.StaticContainers::clearAllContainers);
    attempt(StaticLayoutContainers::clearContainers);
    attempt(StaticStorages::clearAllContainers);
    attempt(StaticCoreContainers::clearAllContainers);
    attempt(StaticXmpCoreContainers::clearAllContainers);
  }

  /** One failing step must not keep the others from running: what stays behind would meet the next document. */
  private static void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException ignored) {
      // Closing a broken document may fail; the fields are replaced by the steps that follow.
    }
  }
}
