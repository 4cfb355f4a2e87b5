/** What a person still has to do, from what the checks found and from what no program can check. */
package octavo.host.engine.accessibility;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

record ToDo(String what, String message, int count, List<Place> places) {
  private static final Set<String> LANGUAGE_RULES =
      Set.of("7.2-2", "7.2-21", "7.2-22", "7.2-23", "7.2-24", "7.2-25", "7.2-29", "7.2-30", "7.2-31", "7.2-32", "7.2-33", "7.2-34");
  private static final Set<String> TITLE_RULES = Set.of("7.1-8", "7.1-9", "7.1-10");
  private static final Set<String> TEXT_RULES = Set.of("7.3-1", "7.7-1");
  /** The claim to conform is not a task: it follows when everything else passes. */
  private static final Set<String> NO_TASK = Set.of("5-1");

  /** What a document that was tagged by the engine still needs. `textsRemoved` counts placeholders. */
  static List<ToDo> of(CheckResult after, int textsRemoved, boolean ownTags) {
    List<ToDo> tasks = new ArrayList<>();
    List<CheckResult.Failure> failures = after.isKnown() ? after.failures() : List.of();
    addDocumentTasks(tasks, failures);
    addStructureTasks(tasks, after.structure(), textsRemoved);
    addRules(tasks, "fonts", "Octavo cannot repair fonts. Embed all fonts, or fix their character maps, in the program "
        + "that made the document.", failures, clause -> clause.startsWith("7.21."));
    addRules(tasks, "annotations", "Describe links, form fields and other annotations, and check their tags.",
        failures, clause -> clause.startsWith("7.18."));
    for (CheckResult.Failure failure : failures) {
      if (isOther(failure.clause())) {
        tasks.add(new ToDo("other", failure.clause() + ": " + failure.description(), failure.count(), failure.places()));
      }
    }
    if (!ownTags) {
      tasks.add(new ToDo("reading_order",
          "The tags and their order were found from the layout. Check that they say what the pages show.", 1, List.of()));
    }
    return tasks;
  }

  private static void addDocumentTasks(List<ToDo> tasks, List<CheckResult.Failure> failures) {
    if (failures.stream().anyMatch(failure -> LANGUAGE_RULES.contains(failure.clause()))) {
      addRules(tasks, "language", "The document does not say its language. Convert it again with the option `language`.",
          failures, LANGUAGE_RULES::contains);
    }
    if (failures.stream().anyMatch(failure -> TITLE_RULES.contains(failure.clause()))) {
      tasks.add(new ToDo("title", "Give the document a title in its properties.", 1, List.of()));
    }
  }

  private static void addStructureTasks(List<ToDo> tasks, StructureFindings structure, int textsRemoved) {
    int figures = structure == null ? textsRemoved : structure.figures();
    if (figures > 0) {
      tasks.add(new ToDo("alternative_text", "Write an alternative text for each image, or mark it as decoration.",
          figures, structure == null ? List.of() : structure.figurePlaces()));
    }
    if (structure != null && structure.tables() > 0) {
      tasks.add(new ToDo("table_headers", "Mark the header cells of each table; none are known.",
          structure.tables(), structure.tablePlaces()));
    }
  }

  private static boolean isOther(String clause) {
    return !LANGUAGE_RULES.contains(clause) && !TITLE_RULES.contains(clause) && !TEXT_RULES.contains(clause)
        && !NO_TASK.contains(clause) && !clause.startsWith("7.21.") && !clause.startsWith("7.18.");
  }

  private static void addRules(
      List<ToDo> tasks, String what, String message, List<CheckResult.Failure> failures, Predicate<String> wanted) {
    int count = 0;
    Set<Place> places = new LinkedHashSet<>();
    for (CheckResult.Failure failure : failures) {
      if (wanted.test(failure.clause())) {
        count += failure.count();
        places.addAll(failure.places());
      }
    }
    if (count > 0) {
      tasks.add(new ToDo(what, message, count, places.stream().limit(BoundedValidator.PLACES_MAX).toList()));
    }
  }
}
