/** The made pages: eleven kinds of text, and pages of ruled tables. */
import { bodyHtml, pageHtml, truthHtml } from '../../fidelity/born/html.ts';
import { prose } from '../../fidelity/born/papers/sentences.ts';
import { measurements } from '../../fidelity/born/papers/tables.ts';
import { Random } from '../../fidelity/born/random.ts';
import { heading, list, paragraph, type SourceBlock } from '../../fidelity/born/source.ts';
import { tablePages } from './tables.ts';
import { arabic, chinese, german, japanese, korean, russian, type Text } from './texts.ts';

export type MadePage = { readonly id: string; readonly html: string; readonly truth: string };

const style =
  "@page{size:A4;margin:22mm 20mm} body{font:11pt/1.4 'Liberation Serif';text-align:justify} p{margin:0 0 6pt} " +
  'h1{font-size:20pt;text-align:left} h2{font-size:14pt} ol{list-style:none;padding-left:1.2em} ' +
  'table{border-collapse:collapse;margin:10pt 0;font-size:10pt;text-align:right} td,th{padding:3pt 9pt} ' +
  'td:first-child,th:first-child,.left td,.left th{text-align:left} .wide{width:100%} .wrap td:last-child{width:60mm} ' +
  '.grid td,.grid th{border:.7pt solid #000} .thin td,.thin th{border-width:.4pt} .thick td,.thick th{border-width:1.6pt} ' +
  '.shaded th{background:#d8d8d8} .dense{font-size:8.5pt} .dense td,.dense th{padding:1.5pt 5pt} ' +
  '.rules{border-top:1pt solid;border-bottom:1pt solid} .rules tr:first-child th{border-bottom:.6pt solid} ';

const looks: Readonly<Record<string, string>> = {
  'two-columns':
    'main{column-count:2;column-gap:9mm} h1{column-span:all} body{font-size:10pt;hyphens:auto} h2{font-size:12pt}',
  'small-print': "body{font:7pt/1.3 'Liberation Sans'} h1{font-size:12pt} h2{font-size:8.5pt}",
  arabic: 'body{font:15pt/1.7 Amiri} h1{font-size:24pt;text-align:right}',
  chinese: "body{font:11.5pt/1.6 'Noto Serif CJK SC'}",
  japanese: "body{font:11.5pt/1.6 'Noto Serif CJK JP'}",
  korean: "body{font:11.5pt/1.6 'Noto Serif CJK KR'}",
};

const attributes: Readonly<Record<string, string>> = {
  arabic: 'lang="ar" dir="rtl"',
  chinese: 'lang="zh-Hans"',
  german: 'lang="de"',
  japanese: 'lang="ja"',
  korean: 'lang="ko"',
  russian: 'lang="ru"',
};

const textBlocks = ({ title, paragraphs }: Text): readonly SourceBlock[] => [
  heading(1, title),
  ...paragraphs.map((text) => paragraph(text)),
];

function sections(random: Random, title: string, heads: readonly string[], length: number): SourceBlock[] {
  const parts = heads.flatMap((head) => [
    heading(2, head),
    paragraph(prose(random, length)),
    paragraph(prose(random, length)),
  ]);
  return [heading(1, title), ...parts];
}

function textPages(): Readonly<Record<string, readonly SourceBlock[]>> {
  const random = new Random(24);
  const chapters = Array.from({ length: 5 }, () => paragraph(prose(random, 5)));
  return {
    book: [heading(1, 'The Harbour Office'), ...chapters],
    'two-columns': sections(random, 'Notes on a Survey', ['Purpose', 'Method', 'Results', 'Discussion'], 3),
    tables: [
      heading(1, 'Annual Figures'),
      paragraph(prose(random, 2)),
      measurements(random, 9, 5, { style: 'grid' }),
      paragraph(prose(random, 2)),
      measurements(random, 7, 4, { style: 'grid' }),
    ],
    'small-print': sections(random, 'Conditions', ['Scope', 'Delivery', 'Payment', 'Liability'], 7),
    german: textBlocks(german),
    russian: textBlocks(russian),
    arabic: textBlocks(arabic),
    chinese: textBlocks(chinese),
    japanese: textBlocks(japanese),
    korean: textBlocks(korean),
    mixed: [
      heading(1, 'Report of the Workshop'),
      paragraph(prose(random, 3)),
      heading(2, 'Decisions'),
      list(
        true,
        [0, 1, 2].map(() => prose(random, 1)),
      ),
      heading(2, 'Costs'),
      measurements(random, 5, 4, { style: 'grid' }),
      heading(2, 'Letter from Dresden'),
      paragraph(german.paragraphs[3] ?? ''),
      paragraph(prose(random, 3)),
    ],
  };
}

function made(id: string, look: string, blocks: readonly SourceBlock[]): MadePage {
  const body = bodyHtml(blocks);
  const css = `${style}${looks[look] ?? ''}`;
  return { id, html: pageHtml(id, css, body, attributes[look] ?? 'lang="en"'), truth: truthHtml(body) };
}

export function madePages(): readonly MadePage[] {
  return [
    ...Object.entries(textPages()).map(([id, blocks]) => made(id, id, blocks)),
    ...tablePages().map(({ id, blocks }) => made(id, 'tables', blocks)),
  ];
}
