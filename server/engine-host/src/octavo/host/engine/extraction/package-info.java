/**
 * Writes what was found on the pages as JSON records (`document/model/extraction.ts`): the engine's tree, and beside it
 * what the `facts` package reads from the PDF.
 */
package octavo.host.engine.extraction;
