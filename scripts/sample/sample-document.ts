/**
 * The document people try first: three pages with headings, a figure, a table, a list and two columns, about the format this
 * service is named after.
 */
import { PdfWriter } from '../../server/test/fixtures/pdf-writer.ts';
import { line, paragraph, picture, rule } from '../../server/test/fixtures/typesetting.ts';
import { sheetImage } from './sheet-image.ts';

const left = 72;
const right = 523;

function frame(page: number): string {
  return (
    line('How a sheet becomes a book', left, 800, 9) +
    rule(left, 792, right, 792) +
    line(`Octavo sample document, page ${page} of 3`, left, 40, 9)
  );
}

const heading = (text: string, y: number) => line(text, left, y, 16, 'B');

function firstPage(): string {
  return (
    frame(1) +
    line('How a sheet becomes a book', left, 742, 26, 'B') +
    paragraph(
      [
        'Before paper came on rolls it came in sheets. A printer set several pages side by side, printed',
        'the sheet on both sides, and folded it. The number of folds gave the book its size and its name:',
        'one fold makes a folio, two make a quarto, three make an octavo.',
      ],
      left,
      708,
    ) +
    heading('From sheet to leaves', 640) +
    paragraph(
      [
        'Three folds turn one sheet into eight leaves, and eight leaves have sixteen pages. Pages are not',
        'printed in reading order: half of them stand on their heads, and neighbours on the sheet end up',
        'far apart in the book. Finding the order again is what a reader of sheets has to do, and it is',
        'what a parser has to do with a page.',
      ],
      left,
      616,
    ) +
    picture('Im1', 117, 300, 360, 225) +
    line('Figure 1. One side of an octavo sheet with its fold lines, before folding.', 130, 282, 9) +
    heading('Why it still matters', 236) +
    paragraph(
      [
        'A page on a screen is still a sheet with marks on it. It knows where each letter stands, and',
        'nothing of titles, columns or tables. Whoever wants to work with the text must first see the',
        'structure that the eye sees at once.',
      ],
      left,
      212,
    )
  );
}

const rows = [
  ['Format', 'Folds', 'Leaves', 'Pages', 'Usual height'],
  ['Folio', '1', '2', '4', '38 cm'],
  ['Quarto', '2', '4', '8', '30 cm'],
  ['Octavo', '3', '8', '16', '23 cm'],
  ['Duodecimo', '4', '12', '24', '19 cm'],
  ['Sextodecimo', '4', '16', '32', '17 cm'],
];
const columns = [72, 182, 252, 322, 392, 523];

function table(top: number): string {
  const rowHeight = 24;
  const bottom = top - rows.length * rowHeight;
  const lines = rows.map((_, index) => rule(left, top - index * rowHeight, right, top - index * rowHeight));
  const cells = rows.flatMap((cellsOfRow, row) =>
    cellsOfRow.map((text, column) =>
      line(text, (columns[column] ?? 0) + 8, top - row * rowHeight - 16, 11, row === 0 ? 'B' : 'R'),
    ),
  );
  return [
    ...lines,
    rule(left, bottom, right, bottom),
    ...columns.map((x) => rule(x, top, x, bottom)),
    ...cells,
  ].join('');
}

function secondPage(): string {
  return (
    frame(2) +
    heading('Formats and their sizes', 742) +
    paragraph(
      [
        'The height of a book depends on the sheet it is folded from. The figures below are those of a',
        'common printing sheet; older books are often smaller.',
      ],
      left,
      718,
    ) +
    table(676) +
    line('Table 1. Book formats by the number of folds.', left, 512, 9) +
    heading('How to fold an octavo', 468) +
    paragraph(
      [
        '1. Lay the sheet with page one facing down, at the lower left.',
        '2. Fold the right half over the left half.',
        '3. Turn the sheet by a quarter and fold it again in the same way.',
        '4. Fold once more and cut the edges open.',
      ],
      left + 12,
      442,
      12,
    ) +
    heading('What to look for', 356) +
    paragraph(
      [
        '\u0095 Chain lines run upright in a folio and an octavo, and across in a quarto.',
        '\u0095 The watermark of an octavo sits at the top of the inner margin.',
        '\u0095 Letters at the foot of a page, the signatures, tell the binder the order of the sheets.',
      ],
      left + 12,
      330,
      11,
    )
  );
}

function thirdPage(): string {
  return (
    frame(3) +
    heading('Reading in two columns', 742) +
    paragraph(
      [
        'Newspapers and journals set their text',
        'in narrow columns, because short lines',
        'are easier to read. A program that reads',
        'straight across the page mixes the lines',
        'of both columns into nonsense.',
        '',
        'A parser looks for the white gap between',
        'the columns first. It cuts the page along',
        'that gap and reads each part on its own,',
        'from its top to its bottom.',
      ],
      left,
      708,
    ) +
    paragraph(
      [
        'The same cut is then tried within each',
        'part, across and down in turn, until',
        'nothing is left to divide. The order in',
        'which the parts were cut off is the order',
        'in which they are read.',
        '',
        'This paragraph stands at the end of the',
        'second column. If your result has it last,',
        'the columns were read as you would have',
        'read them.',
      ],
      310,
      708,
    ) +
    heading('Try it with your own files', 520) +
    paragraph(
      [
        'Drop any PDF on the start page. The viewer shows the page on one side and what was read from it',
        'on the other; point at one and the other lights up.',
      ],
      left,
      496,
    )
  );
}

export function sampleDocument(): Buffer {
  const pdf = new PdfWriter();
  const font = (name: string) =>
    pdf.add(`/Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding`);
  const fonts = { R: font('Times-Roman'), B: font('Times-Bold') };
  const images = { Im1: sheetImage(pdf) };
  pdf.page({ content: firstPage(), fonts, images });
  pdf.page({ content: secondPage(), fonts });
  pdf.page({ content: thirdPage(), fonts });
  return pdf.finish({ title: 'How a sheet becomes a book' });
}
