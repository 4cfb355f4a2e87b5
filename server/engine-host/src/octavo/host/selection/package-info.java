/** Cuts a PDF down to some of its pages, with PDFBox, so that nothing in it leads to the pages that are gone. */
package octavo.host.selection;
