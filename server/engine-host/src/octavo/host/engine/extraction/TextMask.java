/** Masks e-mail addresses, phone numbers and the like in strings that are not page text, with the engine's own rules. */
package octavo.host.engine.extraction;

import java.util.List;
import java.util.regex.Matcher;
import org.opendataloader.pdf.api.FilterConfig;
import org.opendataloader.pdf.utils.SanitizationRule;

final class TextMask {
  private final List<SanitizationRule> rules;

  private TextMask(List<SanitizationRule> rules) {
    this.rules = rules;
  }

  /** Changes nothing if the option `sanitize` is off. */
  static TextMask of(FilterConfig filters) {
    return new TextMask(filters.isFilterSensitiveData() ? filters.getFilterRules() : List.of());
  }

  boolean isOn() {
    return !rules.isEmpty();
  }

  /** Null stays null. */
  String apply(String text) {
    if (text == null) {
      return null;
    }
    String masked = text;
    for (SanitizationRule rule : rules) {
      masked = rule.getPattern().matcher(masked).replaceAll(Matcher.quoteReplacement(rule.getReplacement()));
    }
    return masked;
  }
}
