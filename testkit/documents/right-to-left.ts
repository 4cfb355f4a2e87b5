/** Right-to-left lines as producers draw them: glyphs placed from left to right, each with the letters it stands for. */
import { Buffer } from 'node:buffer';
import type { PdfObject } from './pdf-writer.ts';

/** Hebrew with a number, and Arabic with a glyph of two letters (lam and alef). In reading order. */
export const rightToLeftLines: readonly (readonly string[])[] = [
  [...'ספר בגודל שמינית'],
  [...'גיליון אחד הוא 16 עמודים'],
  ['ك', 'ت', 'ا', 'ب', ' ', 'لا', ' ', 'ي', 'ط', 'و', 'ى'],
];

const rightEdge = 523;
const size = 14;
const glyphWidth = 0.6;

const known = [...new Set(rightToLeftLines.flat())];
const codeOf = (glyph: string) => (known.indexOf(glyph) + 1).toString(16).padStart(4, '0');

/** Numbers are read from left to right within the line. */
function drawn(glyphs: readonly string[]): string[] {
  const groups: string[][] = [];
  for (const glyph of glyphs) {
    const last = groups.at(-1);
    const isDigit = /^\d$/.test(glyph);
    if (last !== undefined && isDigit && /^\d$/.test(last[0] ?? '')) last.push(glyph);
    else groups.push([glyph]);
  }
  return groups.reverse().flat();
}

/** The content of a page whose font `/U` is the one below. */
export function rightToLeftContent(top: number): string {
  return rightToLeftLines
    .map((glyphs, index) => {
      const x = rightEdge - glyphs.length * glyphWidth * size;
      const codes = drawn(glyphs).map(codeOf).join('');
      return `BT /U ${size} Tf ${x.toFixed(2)} ${top - index * 40} Td <${codes}> Tj ET\n`;
    })
    .join('');
}

function unicodeMap(): Buffer {
  const utf16 = (glyph: string) => Buffer.from(glyph, 'utf16le').swap16().toString('hex');
  const rows = known.map((glyph) => `<${codeOf(glyph)}> <${utf16(glyph)}>`).join('\n');
  return Buffer.from(
    [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Test def /CMapType 2 def',
      '1 begincodespacerange <0000> <ffff> endcodespacerange',
      `${known.length} beginbfchar\n${rows}\nendbfchar`,
      'endcmap end end',
    ].join('\n'),
  );
}

/** Four objects; the font itself is the first, so its number is `first`. */
export function rightToLeftFont(first: number): readonly PdfObject[] {
  return [
    `<< /Type /Font /Subtype /Type0 /BaseFont /Test /Encoding /Identity-H /DescendantFonts [${first + 1} 0 R] /ToUnicode ${first + 3} 0 R >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Test /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 600 /FontDescriptor ${first + 2} 0 R >>`,
    '<< /Type /FontDescriptor /FontName /Test /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    { dictionary: '', stream: unicodeMap() },
  ];
}
