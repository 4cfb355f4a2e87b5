/** Documents set by LibreOffice: a report, a memo, a text in columns, a sheet, slides. */
import { bodyHtml, escapeHtml, truthHtml } from '../html.ts';
import { Random } from '../random.ts';
import {
  type BornDocument,
  heading,
  list,
  paragraph,
  type SourceBlock,
  type SourceTable,
} from '../source.ts';
import { type OfficeStyle, presentation, type Slide, spreadsheet, textDocument } from './open-document.ts';
import { contract, minutes, recipe, science, story } from './texts.ts';

const plain: OfficeStyle = {
  font: 'Liberation Serif',
  headingColor: '#000000',
  border: '0.5pt solid #000000',
  headFill: '#e0e0e0',
  columns: 1,
};
const modern: OfficeStyle = {
  ...plain,
  font: 'Liberation Sans',
  headingColor: '#1f4e79',
  headFill: '#d9e2f3',
};

const table = (rows: readonly (readonly string[])[]): SourceTable => ({
  kind: 'table',
  style: 'grid',
  rows: rows.map((row) => row.map((text) => ({ text }))),
});

function text(id: string, blocks: readonly SourceBlock[], style: OfficeStyle): BornDocument {
  const xml = textDocument(blocks, style);
  return {
    id,
    truth: truthHtml(bodyHtml(blocks)),
    setting: { program: 'libreoffice', extension: 'fodt', xml },
  };
}

const paragraphs = (texts: readonly string[]) => texts.map((one) => paragraph(one));

const offers = [
  ['Contractor', 'Net price', 'Duration', 'Remarks'],
  ['Lindholm Roofing', '18,400', '3 weeks', 'scaffolding included'],
  [
    'Abbot and Sons',
    '16,950',
    '5 weeks',
    'starts in April at the earliest, because of other work in the town',
  ],
  ['Slate & Lead', '21,120', '2 weeks', 'guarantee of 15 years'],
];

const report = () =>
  text(
    'office-report',
    [
      heading(1, 'Repair of the Meeting Hall Roof'),
      ...paragraphs(minutes.slice(0, 2)),
      heading(2, 'Offers received'),
      paragraph(minutes[3] ?? '', 'All prices without tax; the offers are kept by the secretary.'),
      table(offers),
      heading(2, 'Assessment'),
      ...paragraphs(contract.slice(0, 2)),
      list(false, [
        'The second offer is the cheapest.',
        'Only the third has a long guarantee.',
        'All offers are valid until May.',
      ]),
      heading(3, 'Next steps'),
      list(true, recipe.steps.slice(0, 3)),
      paragraph(minutes[2] ?? ''),
    ],
    { ...plain, header: 'Association of Mill Lane' },
  );

const memo = () =>
  text(
    'word-memo',
    [
      heading(1, 'Memo: new rules for deliveries'),
      ...paragraphs(contract.slice(0, 1)),
      heading(2, 'What changes'),
      list(false, [
        'Partial deliveries need a written consent.',
        'Defects are reported within ten working days.',
      ]),
      table([
        ['Step', 'Who', 'Until'],
        ['Inspection', 'Warehouse', 'day of arrival'],
        ['Report of defects', 'Purchasing', '10 working days'],
        ['Reply', 'Supplier', '5 working days'],
      ]),
      heading(2, 'Why'),
      ...paragraphs(contract.slice(1, 3)),
    ],
    modern,
  );

const bulletin = () =>
  text(
    'office-columns',
    [
      heading(1, 'Moss Bulletin'),
      heading(2, 'Notes from the roofs'),
      ...paragraphs([...science, ...science.slice(0, 2)]),
      heading(2, 'A ferry'),
      ...paragraphs(story),
    ],
    { ...plain, columns: 2, header: 'Bulletin 3' },
  );

const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];

function sheet(id: string, border: string): BornDocument {
  const random = new Random(id.length);
  const value = () => (random.next() * 5000).toFixed(2);
  const rows = [
    ['Month', 'Hall', 'Garden', 'Events', 'Total'],
    ...months.map((month) => [month, value(), value(), value(), value()]),
  ];
  const source = table(rows);
  const body = bodyHtml([source]);
  const xml = spreadsheet(source, border);
  return { id, truth: truthHtml(body), setting: { program: 'libreoffice', extension: 'fods', xml } };
}

function slides(): BornDocument {
  const pages: Slide[] = [
    { title: 'Water on Roofs', points: ['Why moss stays small', 'What a year of weighing shows'] },
    {
      title: 'Method',
      points: ['Forty cushions, weighed twice a day', 'Area from photographs', 'Humidity inside and outside'],
    },
    { title: 'Results', points: ['Mass varies by a factor of four', 'Area grows by less than two per cent'] },
    { title: 'Questions', points: ['What does copper do?', 'Why is the largest cushion in the sun?'] },
  ];
  const items = (points: readonly string[]) =>
    points.map((point) => `<li>${escapeHtml(point)}</li>`).join('\n');
  const body = pages.map(({ title, points }) => `<h1>${title}</h1>\n<ul>${items(points)}</ul>`).join('\n');
  const xml = presentation(pages);
  return {
    id: 'office-slides',
    truth: truthHtml(body),
    setting: { program: 'libreoffice', extension: 'fodp', xml },
  };
}

export const officeDocuments = (): readonly BornDocument[] => [
  report(),
  memo(),
  bulletin(),
  sheet('office-sheet-bare', 'none'),
  sheet('office-sheet-grid', '0.5pt solid #000000'),
  slides(),
];
