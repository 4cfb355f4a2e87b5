/** Scans that people made, by their file names, and what a look at page and output says. The files are not ours. */

export type RealDocument = {
  readonly name: string;
  readonly shows: string;
  /** What was seen next to the page, where figures do not say it. */
  readonly seen: string;
};

/** From test data of Docling, OpenDataLoader, pypdf and olmOCR's benchmark. */
export const realDocuments: readonly RealDocument[] = [
  { name: 'ocr_test', shows: 'three lines of large print', seen: 'all of it' },
  { name: 'ocr_test_rotated_90', shows: 'the same, on its side', seen: 'all of it, upright' },
  { name: 'ocr_test_rotated_180', shows: 'the same, upside down', seen: 'all of it, upright' },
  { name: 'ocr_test_rotated_270', shows: 'the same, on its other side', seen: 'all of it, upright' },
  {
    name: 'nemotron_multipage',
    shows: 'the same four times, each page turned another way',
    seen: 'all of it, upright',
  },
  {
    name: 'sample_with_rotation_mismatch',
    shows: 'typed business letter, fax resolution, stored on its side',
    seen: 'every line; one letter of a name is wrong, the signature is three letters of noise, the page number is missing',
  },
  {
    name: 'chinese_scan',
    shows: 'Chinese report, read with the default language `eng`',
    seen: 'nothing: the language has to be asked for with `ocr_languages`',
  },
  {
    name: 'lincoln_letter',
    shows: 'handwritten letter of 1864, photographed',
    seen: 'nothing; handwriting is not recognized',
  },
  {
    name: 'buildingnotes',
    shows: 'photograph of a handwritten note',
    seen: 'nothing; handwriting is not recognized',
  },
  {
    name: 'mattsnotes',
    shows: 'handwriting from a tablet, with the text that its program recognized',
    seen: 'the text of the file; `auto` leaves pages with more than 100 characters alone',
  },
  {
    name: 'test-graphical-text',
    shows: 'poster: a photograph, its title as text, a logo as a picture',
    seen: 'the title; the logo is not read, because the page has text of its own',
  },
  {
    name: 'blank_book_pg1',
    shows: 'empty page of a book, the print of its other side shines through',
    seen: 'nothing, as it should be',
  },
  {
    name: '19-grayscale-image__grayscale-image',
    shows: 'a drawing without text',
    seen: 'nothing, as it should be',
  },
  {
    name: '23-cmyk-image__cmyk-image',
    shows: 'a photograph without text',
    seen: 'nothing, as it should be',
  },
];
