/**
 * Writes the tagged PDF and the report about it. A source keeps its own tags unless they fail more rules than those found
 * from the layout: an author knows more.
 */
package octavo.host.engine.accessibility;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import octavo.host.engine.structure.Entries;
import octavo.host.protocol.Deadline;
import org.opendataloader.pdf.processors.AutoTaggingProcessor;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDDocument;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.IObject;
import org.verapdf.wcag.algorithms.entities.SemanticHeading;

public final class TaggedPdf {
  /** `language` may be null; `pages` is empty for all. Without the time for `checks` nothing is checked. */
  public record Request(File input, Path target, String language, List<Integer> pages, Deadline checks) {}

  /** What the rest of the conversion does for this class. */
  public interface Surroundings {
    /** Removes the pages of the target that were not chosen. */
    void cutPages() throws IOException;

    /** The parent process converts again without checks if the memory runs out during one. */
    void checkBegins();

    void checkEnded();

    /** Clears the fields of a thread in which a document was open. */

    void clearThread();
  }

  /** `stoppedByClock`: on a faster machine the result may differ. `tainted`: the process must be replaced. */
  public record Outcome(boolean stoppedByClock, boolean tainted) {}

  /** A tagged PDF as it was checked. */
  private record Candidate(CheckResult check, List<Written> written) {
    /** Of two files that cannot be checked, or fail as many rules, the one with the source's own tags is as good. */
    boolean isAsGoodAs(Candidate other) {
      return check.isKnown() && (!other.check.isKnown() || check.failures().size() <= other.check.failures().size());
    }
  }

  private final Request request;
  private final Surroundings surroundings;
  private final List<CheckResult> checks = new ArrayList<>();

  private TaggedPdf(Request request, Surroundings surroundings) {
    this.request = request;
    this.surroundings = surroundings;
  }

  /** Of the document that the engine has open. */
  public static Outcome write(Request request, List<List<IObject>> contents, Surroundings surroundings) throws IOException {
    TaggedPdf pdf = new TaggedPdf(request, surroundings);
    pdf.write(contents);
    return new Outcome(
        pdf.checks.stream().anyMatch(CheckResult::stoppedByClock), pdf.checks.stream().anyMatch(CheckResult::tainted));
  }

  private void write(List<List<IObject>> contents) throws IOException {
    PDDocument document = StaticResources.getDocument();
    COSObject encryption = document.getDocument().getTrailer().getEncrypt();
    if (encryption != null && !encryption.empty()) {
      // The engine refuses encrypted documents with an exception that has a class of its own.
      AutoTaggingProcessor.createTaggedPDF(request.input(), request.target().getParent().toString(), document, contents);
      return;
    }
    CheckResult before = check(request.input().toPath(), 2);
    if (!before.passes() || !keepOwnTags(before)) {
      tag(document, contents, before);
    }
  }

  /** Without some of its pages, the source may no longer pass. */
  private boolean keepOwnTags(CheckResult before) throws IOException {
    Files.copy(request.input().toPath(), request.target(), StandardCopyOption.REPLACE_EXISTING);
    surroundings.cutPages();
    CheckResult after = request.pages().isEmpty() ? before : check(request.target(), 2);
    if (after.passes()) {
      report(before, after, List.of(), ToDo.of(after, 0, true));
    }
    return after.passes();
  }

  private void tag(PDDocument document, List<List<IObject>> contents, CheckResult before) throws IOException {
    SourceTexts texts = SourceTexts.read(document);
    Metadata metadata = Metadata.of(document);
    KnownEntries entries = new KnownEntries(document, metadata);
    String heading = firstHeading(contents);
    Path ownFile = request.target().resolveSibling("own-tags.pdf");
    Candidate own = null;
    if (isTagged(document)) {
      entries.write(request.language(), texts.language(), heading, true);
      own = completed(document, metadata, entries, 2);
      if (own.check().passes()) {
        report(before, own.check(), own.written(), ToDo.of(own.check(), 0, true));
        return;
      }
      Files.move(request.target(), ownFile, StandardCopyOption.REPLACE_EXISTING);
    }
    try {
      AutoTaggingProcessor.tagDocument(document, contents, null);
      HeadingLevels.repair(Entries.get(document.getCatalog().getObject(), ASAtom.STRUCT_TREE_ROOT));
      entries.write(request.language(), texts.language(), heading, false);
      entries.replacePlaceholders(texts);
      Candidate tagged = completed(document, metadata, entries, 1);
      boolean keepsOwn = own != null && own.isAsGoodAs(tagged);
      if (keepsOwn) {
        Files.move(ownFile, request.target(), StandardCopyOption.REPLACE_EXISTING);
      }
      Candidate chosen = keepsOwn ? own : tagged;
      report(before, chosen.check(), chosen.written(), ToDo.of(chosen.check(), keepsOwn ? 0 : removedTexts(chosen), keepsOwn));
    } finally {
      Files.deleteIfExists(ownFile);
    }
  }

  /** Without elements there is nothing to keep. */
  private static boolean isTagged(PDDocument document) {
    COSObject root = Entries.get(document.getCatalog().getObject(), ASAtom.STRUCT_TREE_ROOT);
    return !Entries.get(root, ASAtom.K).empty();
  }

  private static int removedTexts(Candidate candidate) {
    return candidate.written().stream().filter(entry -> entry.what().equals("alternative_text_removed")).mapToInt(Written::count).sum();
  }

  /** Saves and checks the open document, and claims to conform if only the claim is missing. */
  private Candidate completed(PDDocument document, Metadata metadata, KnownEntries entries, int share) throws IOException {
    save(document);
    CheckResult result = check(request.target(), share);
    List<Written> written = new ArrayList<>(entries.written());
    if (!result.lacksOnlyTheIdentifier() || !metadata.addClaim()) {
      return new Candidate(result, written);
    }
    metadata.apply();
    save(document);
    CheckResult claimed = check(request.target(), share);
    if (claimed.passes()) {
      written.add(new Written("pdfua_identifier", "1", "checks", 1));
      return new Candidate(claimed, written);
    }
    metadata.removeClaim();
    metadata.apply();
    save(document);
    return new Candidate(result, written);
  }

  private void save(PDDocument document) throws IOException {
    document.saveAs(request.target().toString());
    surroundings.cutPages();
  }

  /** `share` of 2 leaves as much time for the checks that follow. */
  private CheckResult check(Path file, int share) {
    if (request.checks() == null) {
      return CheckResult.failed("The check needs more memory than there is.", false, false);
    }
    surroundings.checkBegins();
    CheckResult result = RuleCheck.run(file, new Deadline(request.checks().millisLeft() / share), surroundings::clearThread);
    surroundings.checkEnded();
    checks.add(result);
    return result;
  }

  private void report(CheckResult before, CheckResult after, List<Written> written, List<ToDo> toDo) throws IOException {
    List<Integer> kept = List.copyOf(new TreeSet<>(request.pages()));
    Report report = new Report(before, after, page -> page <= kept.size() ? kept.get(page - 1) : page);
    report.write(written, toDo, request.target().getParent());
  }

  /** The first heading of level 1, or null. */
  private static String firstHeading(List<List<IObject>> contents) {
    for (List<IObject> page : contents) {
      for (IObject object : page) {
        if (object instanceof SemanticHeading heading && heading.getHeadingLevel() == 1) {
          return heading.getValue();
        }
      }
    }
    return null;
  }
}
