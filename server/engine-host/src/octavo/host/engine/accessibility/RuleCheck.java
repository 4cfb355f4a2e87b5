/**
 * Checks a file against the rules, on a thread of its own: veraPDF keeps the open document in fields of the thread, where
 * the engine has the document that it converts.
 */
package octavo.host.engine.accessibility;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import octavo.host.engine.patches.StructureRoot;
import octavo.host.engine.structure.Entries;
import octavo.host.protocol.Deadline;
import octavo.host.protocol.Failure;
import octavo.host.protocol.QuietThread;
import org.verapdf.as.ASAtom;
import org.verapdf.core.EncryptedPdfException;
import org.verapdf.core.ModelParsingException;
import org.verapdf.core.ValidationException;
import org.verapdf.cos.COSObject;
import org.verapdf.gf.model.GFModelParser;
import org.verapdf.pd.PDDocument;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.processor.reports.enums.JobEndStatus;

final class RuleCheck implements Runnable {
  /** 150 dense or 400 usual pages. A limit on the work, so that the result does not depend on the load. */
  private static final long CHECKS_MAX = 2_000_000;
  /** A thread that does not end in this time after it was told to is left behind, and the process is replaced. */
  private static final long GRACE_MS = 2_000;
  private static final long STACK_BYTES = 64L * 1_048_576;

  private final Path file;
  private final Runnable cleanup;
  private volatile BoundedValidator validator;
  private volatile CheckResult result;

  private RuleCheck(Path file, Runnable cleanup) {
    this.file = file;
    this.cleanup = cleanup;
  }

  /** `cleanup` clears the fields of the thread that it runs on. */
  static CheckResult run(Path file, Deadline deadline, Runnable cleanup) {
    RuleCheck check = new RuleCheck(file, cleanup);
    Thread thread = new QuietThread(check, "rule-check", STACK_BYTES);
    thread.start();
    try {
      thread.join(Math.max(1, deadline.millisLeft()));
      if (!thread.isAlive()) {
        return check.result;
      }
      if (check.validator != null) {
        check.validator.cancelValidation(JobEndStatus.TIMEOUT);
      }
      thread.join(GRACE_MS);
      return CheckResult.failed("The check took too long.", true, thread.isAlive());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return CheckResult.failed("The check was interrupted.", true, true);
    }
  }

  @Override
  public void run() {
    StructureRoot.keepParentTrees();
    try {
      result = check();
    } catch (EncryptedPdfException encrypted) {
      result = CheckResult.failed("The file is encrypted.", false, false);
    } catch (Throwable failure) {
      boolean tainted = Failure.isError(failure) && !(failure instanceof StackOverflowError);
      result = CheckResult.failed("The validator could not read the file.", false, tainted);
    } finally {
      cleanup.run();
    }
  }

  private CheckResult check() throws IOException, ModelParsingException, EncryptedPdfException, ValidationException {
    BoundedValidator running = new BoundedValidator(RuleSet.pdfUa1(), CHECKS_MAX);
    validator = running;
    try (GFModelParser parser = GFModelParser.createModelWithFlavour(file.toFile(), PDFAFlavour.PDFUA_1)) {
      running.validate(parser);
      PDDocument document = parser.getPDDocument();
      ContentBoxes boxes = new ContentBoxes(document.getPages());
      StructurePlaces structure = new StructurePlaces(document.getPages(), boxes);
      COSObject root = Entries.get(document.getCatalog().getObject(), ASAtom.STRUCT_TREE_ROOT);
      StructureFindings findings = StructureFindings.of(root, structure);
      if (running.exceeded()) {
        return new CheckResult(null, "The document is too large to be checked.", false, false, findings);
      }
      FailurePlaces places = new FailurePlaces(document, boxes, structure);
      List<CheckResult.Failure> failures = new ArrayList<>();
      for (BoundedValidator.RuleFailure failure : running.failures()) {
        failures.add(new CheckResult.Failure(
            failure.clause(), failure.rule.getDescription(), failure.count, places.of(failure.contexts)));
      }
      return new CheckResult(failures, null, false, false, findings);
    }
  }
}
