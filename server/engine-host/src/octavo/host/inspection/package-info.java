/**
 * The operation `inspect`: counts letters and images on each page, without a conversion. Gets its document from
 * {@link octavo.host.engine.OpenDocument} and knows the parser's document model, but nothing else of the engine.
 */
package octavo.host.inspection;
