/** veraPDF's validator with a limit on its work. It counts failures by rule and keeps the places of the first ones. */
package octavo.host.engine.accessibility;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.validators.BaseValidator;
import org.verapdf.pdfa.validation.validators.FlavourValidator;
import org.verapdf.processor.reports.enums.JobEndStatus;

final class BoundedValidator extends BaseValidator {
  static final int PLACES_MAX = 100;

  /** The failures of one rule. `contexts` are the paths of the first failed objects, as veraPDF writes them. */
  static final class RuleFailure {
    final Rule rule;
    final List<String> contexts = new ArrayList<>();
    int count;

    RuleFailure(Rule rule) {
      this.rule = rule;
    }

    String clause() {
      return rule.getRuleId().getClause() + "-" + rule.getRuleId().getTestNumber();
    }
  }

  private static final Comparator<Rule> BY_CLAUSE =
      Comparator.comparing((Rule rule) -> numbers(rule.getRuleId().getClause()))
          .thenComparingInt(rule -> rule.getRuleId().getTestNumber());

  private final Map<Rule, RuleFailure> failures = new HashMap<>();
  private final long checksMax;
  private long checks;

  BoundedValidator(ValidationProfile profile, long checksMax) {
    super(profile, 0, false, false, false);
    this.checksMax = checksMax;
  }

  /** In the order of the standard. */
  List<RuleFailure> failures() {
    return failures.values().stream().sorted(Comparator.comparing(failure -> failure.rule, BY_CLAUSE)).toList();
  }

  /** Whether the work was more than allowed. This depends on the document alone, not on the load. */
  boolean exceeded() {
    return checks > checksMax;
  }

  long checks() {
    return checks;
  }

  @Override
  protected void processAssertionResult(
      FlavourValidator validator, boolean passed, String context, Rule rule, org.verapdf.model.baselayer.Object object) {
    if (++checks > checksMax) {
      cancelValidation(JobEndStatus.CANCELLED);
    } else if (!passed) {
      RuleFailure failure = failures.computeIfAbsent(rule, RuleFailure::new);
      if (failure.count++ < PLACES_MAX) {
        failure.contexts.add(context);
      }
    }
  }

  /** `7.18.5` after `7.2`. */
  private static String numbers(String clause) {
    StringBuilder key = new StringBuilder();
    for (String part : clause.split("\\.")) {
      key.append("0".repeat(Math.max(0, 4 - part.length()))).append(part).append('.');
    }
    return key.toString();
  }
}
