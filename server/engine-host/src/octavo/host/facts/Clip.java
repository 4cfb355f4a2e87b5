/** Limits the length of strings from a document. */
package octavo.host.facts;

public final class Clip {
  private Clip() {}

  /** Never cuts a surrogate pair in two. */
  public static String text(String text, int max) {
    if (text.length() <= max) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max;
    return text.substring(0, end);
  }
}
