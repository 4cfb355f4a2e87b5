/** How the captions of figures and tables begin. */
const captionStart =
  /^(figure|fig\.|table|tab\.|abbildung|abb\.|tabelle|figura|tableau|tabla|tabella|scheme|chart|listing)\s*[\dIVX]+(\.\d+)*\s*[.:–—|]/iu;
const captionWord = /^(figure|fig\.|table|tab\.|abbildung|abb\.|tabelle)\s*\d/iu;

/** Whether a text begins with a name, a number and a sign, as only captions do. */
export const isLabelledCaption = (text: string): boolean => captionStart.test(text);

/** Whether a text begins with a name and a number; a sentence may do so too. */
export const isNumberedCaption = (text: string): boolean => captionWord.test(text);

/** Whether a text begins as captions do. */
export const isCaptionStart = (text: string): boolean => isLabelledCaption(text) || isNumberedCaption(text);
