/** What holds the figures back, as a closer look found it. */
export const limits = `What limits the figures:

- **Arabic**: tesseract takes some letters and ligatures of the font (Amiri) for others, knows no Arabic comma, which is told by its place, and its search for lines loses a whole line of some pictures. Such pages are read again with softer edges, up to three times, and what is still without words is read by itself.
- **Korean**: with automatic segmentation, tesseract loses parts of lines, which are read again in the same way. Where it took one paragraph for two columns, the lines are joined again, unless a character between the two is missing: then the halves come one after the other.
- **Chinese and Japanese**: characters that look alike. Words are not counted there, because there are no spaces.
- **Mixed languages**: with \`eng\` before \`deu\`, some umlauts are read as other letters.
- **Headings**: OCR does not know bold. Headings that are not clearly larger than the text become paragraphs.
- **CPU time**: grows with the number of letters. Tesseract alone took 2.0 of 3.2 s for the Korean page and 1.5 of 2.3 s for the Arabic one; the rest is the two conversions, drawing and straightening.`;
