/** What holds the figures back, as a closer look found it. */
export const limits = `What limits the figures:

- **Arabic**: tesseract takes some letters and ligatures of the font (Amiri) for others, and its search for lines loses a whole line of some pictures. Which one changes with the resolution: the same page drawn at 150, 200, 250 and 300 dpi was read with a CER of 0.04, 0.05, 0.15 and 0.13. No segmentation mode and no threshold method was better at all of them.
- **Korean**: with automatic segmentation, tesseract loses parts of a line (CER 0.050 in its own text output of the clean page; 0.011 if it is told that the page is one column, which cannot be known).
- **Chinese and Japanese**: characters that look alike. Words are not counted there, because there are no spaces.
- **Mixed languages**: with \`eng\` before \`deu\`, some umlauts are read as other letters.
- **Order on pages with tables**: captions come before their tables or at the top of the page. The PDF that is not scanned has captions away from their tables too, so this is a fault of the layout analysis, not of OCR; scans are worse.
- **Headings**: OCR does not know bold. Headings that are not clearly larger than the text become paragraphs.
- **CPU time**: grows with the number of letters. Tesseract alone took 2.0 of 3.2 s for the Korean page and 1.5 of 2.3 s for the Arabic one; the rest is the two conversions, drawing and straightening.`;
