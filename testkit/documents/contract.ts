/** Two versions of a contract with known differences: changed, added, removed and moved clauses, and a table of fees. */
import { Buffer } from 'node:buffer';
import { type PdfObject, writePdf } from './pdf-writer.ts';

export type ContractVersion = 'before' | 'after';

type Block =
  | { readonly kind: 'heading'; readonly text: string }
  /** Printed lines. */
  | { readonly kind: 'clause'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

const heading = (text: string): Block => ({ kind: 'heading', text });
const clause = (...lines: readonly string[]): Block => ({ kind: 'clause', lines });

/** In another place of each version. */
const movedClause = clause(
  'Neither party discloses what it learns about the business of the other party',
  'during this agreement, and for three years after its end.',
);

const liability = (amount: string) =>
  clause(
    `The aggregate liability of the provider shall not exceed EUR ${amount} in any`,
    'calendar year, except in cases of intent and of gross negligence.',
  );

const removedClause = clause(
  'Invoices are sent by post to the registered office of the customer and are due',
  'within ninety days of the day on which they were sent.',
);

const addedClause = clause(
  'The customer may audit the security measures of the provider once in a year, after',
  'giving notice of fourteen days in writing.',
);

const fees = (hosting: string, more: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  rows: [
    ['Service', 'Fee in EUR', 'Period'],
    ['Hosting', hosting, 'monthly'],
    ['Support', '450', 'monthly'],
    ['Training', '1,800', 'once'],
    ...more,
  ],
});

const scope = [
  heading('1 Scope'),
  clause(
    'The provider operates the parsing service for the customer and keeps it available',
    'on all days of the year, apart from announced maintenance.',
  ),
];
const term = [
  heading('3 Term'),
  clause(
    'This agreement begins on the first of January and continues until one of the',
    'parties ends it with a notice of six months.',
  ),
];

const pages: Readonly<Record<ContractVersion, readonly (readonly Block[])[]>> = {
  before: [
    [...scope, movedClause, liability('500,000')],
    [heading('2 Fees'), fees('1,200', [])],
    [...term, removedClause],
  ],
  after: [
    [...scope, liability('600,000')],
    [heading('2 Fees'), fees('1,350', [['Audit', '900', 'yearly']])],
    [...term, addedClause, movedClause],
  ],
};

const words = (text: string, x: number, y: number, size = 11, font = 'F1') =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET`;

const rule = (fromX: number, fromY: number, toX: number, toY: number) =>
  `0.8 w ${fromX} ${fromY} m ${toX} ${toY} l S`;

const [left, rowPoints, columnPoints] = [72, 26, 150];

function tableAt(rows: readonly (readonly string[])[], top: number): readonly string[] {
  const [right, bottom] = [left + 3 * columnPoints, top - rows.length * rowPoints];
  const across = Array.from({ length: rows.length + 1 }, (_, n) => top - n * rowPoints);
  const down = Array.from({ length: 4 }, (_, n) => left + n * columnPoints);
  const cells = rows.flatMap((row, r) =>
    row.map((text, c) =>
      words(text, left + 8 + c * columnPoints, top - 17 - r * rowPoints, 11, r === 0 ? 'F2' : 'F1'),
    ),
  );
  return [
    ...cells,
    ...across.map((y) => rule(left, y, right, y)),
    ...down.map((x) => rule(x, top, x, bottom)),
  ];
}

function contentOf(blocks: readonly Block[]): string {
  let y = 760;
  const drawn: string[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      drawn.push(words(block.text, left, y, 18, 'F2'));
      y -= 40;
    } else if (block.kind === 'clause') {
      drawn.push(...block.lines.map((line, index) => words(line, left, y - index * 15)));
      y -= 15 * block.lines.length + 20;
    } else {
      drawn.push(...tableAt(block.rows, y));
      y -= rowPoints * block.rows.length + 30;
    }
  }
  return drawn.join('\n');
}

const fontNamed = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

export function makeContract(version: ContractVersion): Buffer {
  const contents = pages[version].map(contentOf);
  const numbers = contents.map((_, index) => 5 + 2 * index);
  const look = '/MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>';
  return writePdf({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${numbers.length} >>`,
      fontNamed('Helvetica'),
      fontNamed('Helvetica-Bold'),
      ...contents.flatMap((content, index): PdfObject[] => [
        `<< /Type /Page /Parent 2 0 R ${look} /Contents ${6 + 2 * index} 0 R >>`,
        { dictionary: '', stream: Buffer.from(content, 'latin1') },
      ]),
    ],
  });
}
