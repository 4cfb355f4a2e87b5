/** What the build puts in place of these names. */
declare const PDFJS_FOLDER: string;
