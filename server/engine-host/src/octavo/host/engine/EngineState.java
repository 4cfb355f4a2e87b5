/** Closes the open document and clears the static and thread-local fields in which the engine keeps it. */
package octavo.host.engine;

import octavo.host.engine.structure.PageMarks;
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
    attempt(PageMarks::clear);
    attempt(StaticResources::clear);
    attempt(() -> StaticResources.setPassword(null));
    attempt(() -> StaticContainers.updateContainers(null));
    attempt(org.verapdf.gf.model.impl.containers.StaticContainers::clearAllContainers);
    attempt(StaticLayoutContainers::clearContainers);
    attempt(StaticStorages::clearAllContainers);
    attempt(StaticCoreContainers::clearAllContainers);
    attempt(StaticXmpCoreContainers::clearAllContainers);
  }

  /** All steps run even if one fails: state that is left over would mix with the next document. */
  private static void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException ignored) {
      // Closing a broken document may fail; the steps that follow replace its fields.
    }
  }
}
