/**
 * Can a reader of the page see this word? Words are first checked against the page content ({@link
 * octavo.host.visibility.ContentCheck}); pages with words that this cannot decide are drawn with PDFBox. The engine asks through {@link
 * octavo.host.visibility.HiddenWords} and is asked through {@link octavo.host.visibility.EnginePages}.
 */
package octavo.host.visibility;
