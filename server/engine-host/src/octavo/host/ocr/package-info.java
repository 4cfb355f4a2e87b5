/** Recognizes the text of pictures of pages with tesseract, and writes it into the PDF as an invisible layer. */
package octavo.host.ocr;
