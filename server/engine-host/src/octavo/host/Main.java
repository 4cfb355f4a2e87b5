/** Entry point of the engine host: connects the operations of the protocol to the code that runs them. */
package octavo.host;

import java.util.Map;
import octavo.host.engine.Conversion;
import octavo.host.engine.Preflight;
import octavo.host.inspection.Inspection;
import octavo.host.ocr.Recognition;
import octavo.host.protocol.RequestLoop;
import octavo.host.repair.Repair;

public final class Main {
  private Main() {}

  public static void main(String[] args) throws Exception {
    RequestLoop.serve(Map.of(
        "convert", Conversion::run,
        "preflight", Preflight::run,
        "inspect", Inspection::run,
        "repair", Repair::run,
        "recognize", Recognition::run));
  }
}
