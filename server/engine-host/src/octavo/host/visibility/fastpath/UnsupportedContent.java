/** Thrown for content that the fast path does not interpret, so that the page has to be drawn. */
package octavo.host.visibility.fastpath;

final class UnsupportedContent extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Without a stack trace: it is thrown for many pages, and never reported. */
  UnsupportedContent() {
    super(null, null, false, false);
  }
}
