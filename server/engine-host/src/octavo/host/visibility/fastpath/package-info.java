/**
 * The fast path of the visibility check: interprets page content into a display list of rectangles, which is enough to
 * decide about most words without drawing the page. Everything it does not fully understand makes it give up on the page or
 * the word, which is then drawn. docs/decisions/0029-fast-path-of-the-visibility-check.md has the figures that justify it.
 */
package octavo.host.visibility.fastpath;
