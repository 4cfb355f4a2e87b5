/** Constants that the build defines. */
declare const PDFJS_FOLDER: string;
