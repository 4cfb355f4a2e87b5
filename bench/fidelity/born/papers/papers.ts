/** The set `born`: papers and reports, set by Chromium and LaTeX. */
import { bodyHtml, pageHtml, truthHtml } from '../html.ts';
import { Random } from '../random.ts';
import { type BornDocument, heading, paragraph, type SourceBlock, type SourceTable } from '../source.ts';
import { paperTex, type TexShape } from './latex.ts';
import { type PaperShape, paper } from './paper.ts';
import { prose } from './sentences.ts';
import { measurements, type TableShape } from './tables.ts';

const style =
  "@page{size:A4;margin:20mm 18mm} body{font:10.5pt/1.35 'Liberation Serif','DejaVu Serif',serif;text-align:justify;hyphens:auto} " +
  'h1{font-size:20pt;text-align:center} h2{font-size:14pt} h3{font-size:11.5pt;font-style:italic} ' +
  'ol{list-style:none;padding-left:1.2em} table{border-collapse:collapse;margin:8pt auto;font-size:9pt;text-align:right} ' +
  'td:first-child,th:first-child{text-align:left} td,th{padding:2.5pt 9pt} caption{font-size:9pt;font-style:italic} ' +
  'table.grid td,table.grid th{border:.6pt solid #000} table.rules{border-top:1pt solid;border-bottom:1pt solid} ' +
  'table.rules tr:first-child th{border-bottom:.6pt solid} table.zebra tr:nth-child(even) td{background:#e8e8e8} ' +
  'table.left{text-align:left} .fn{font-size:8pt} ';

const layouts = {
  one: '',
  two: 'main{column-count:2;column-gap:9mm} h1{column-span:all}',
  three: 'main{column-count:3;column-gap:6mm} body{font-size:8.5pt} h1{column-span:all}',
  sans: "body{font-family:'DejaVu Sans',sans-serif;font-size:9pt;text-align:left;hyphens:none} h2{font-size:11pt} h3{font-size:9pt;font-style:normal}",
};

/** Printed with the browser's own header and footer. */
const withHeader = ['web-one-rules', 'web-two-plain', 'web-long-table', 'web-long-grid'];

export function papers(): readonly BornDocument[] {
  // One sequence for all: a document depends on those before it.
  const random = new Random(7);
  const documents: BornDocument[] = [];
  const table = (rows: number, columns: number, shape?: TableShape): SourceTable =>
    measurements(random, rows, columns, shape);
  const add = (id: string, blocks: readonly SourceBlock[], setting: BornDocument['setting']) =>
    documents.push({ id, truth: truthHtml(bodyHtml(blocks)), setting });
  const addWeb = (id: string, layout: keyof typeof layouts, blocks: readonly SourceBlock[]) => {
    const html = pageHtml(id, style + layouts[layout], bodyHtml(blocks));
    add(id, blocks, { program: 'chromium', html, headerAndFooter: withHeader.includes(id) });
  };
  const web = (id: string, layout: keyof typeof layouts, shape: PaperShape) =>
    addWeb(id, layout, paper(random, shape));
  const register = (id: string, title: string, columns: number, shape: TableShape) => {
    const before = paragraph(prose(random, 3));
    const rows = table(70, columns, shape);
    addWeb(id, 'one', [heading(1, title), before, rows, paragraph(prose(random, 3))]);
  };
  const tex = (id: string, texShape: TexShape, shape: PaperShape) => {
    const blocks = paper(random, shape);
    add(id, blocks, { program: 'latex', tex: paperTex(blocks, texShape) });
  };
  const [grid, bare, zebra] = [{ style: 'grid' }, { style: 'bare' }, { style: 'zebra' }];
  web('web-one-plain', 'one', {});
  web('web-one-grid', 'one', {
    tables: [table(6, 5, grid), table(10, 4, { ...grid, wrap: true }), table(5, 7, { ...grid, span: true })],
  });
  web('web-one-rules', 'one', {
    tables: [table(6, 5), table(8, 4, { wrap: true }), table(5, 7, { span: true })],
  });
  web('web-one-bare', 'one', {
    tables: [table(6, 5, bare), table(8, 3, { ...bare, wrap: true }), table(12, 6, bare)],
  });
  web('web-one-zebra', 'one', { tables: [table(9, 5, zebra), table(7, 6, { ...zebra, span: true })] });
  web('web-two-plain', 'two', { sections: 6 });
  web('web-two-rules', 'two', { tables: [table(6, 3), table(7, 4)] });
  web('web-two-bare', 'two', { tables: [table(6, 3, bare), table(7, 4, bare)] });
  web('web-three', 'three', { sections: 6, length: 4 });
  web('web-sans-report', 'sans', {
    tables: [table(8, 6, { style: 'rules left' }), table(14, 5, bare)],
    notes: true,
  });
  register('web-long-table', 'Register of Stations', 6, {});
  register('web-long-grid', 'Inventory of Instruments', 5, grid);
  tex('tex-one', {}, { notes: true, tables: [table(6, 5), table(5, 7, { span: true })] });
  tex('tex-one-plainmath', {}, { sections: 6, length: 6 });
  tex('tex-two', { columns: 2 }, { notes: true, sections: 6, tables: [table(6, 4), table(8, 3)] });
  tex('tex-two-long', { columns: 2 }, { notes: true, sections: 6, length: 8, tables: [table(9, 4)] });
  tex('tex-two-heads', { columns: 2, heads: true }, { sections: 6, length: 8 });
  tex('tex-one-heads', { heads: true }, { sections: 6, length: 9, tables: [table(10, 5), table(8, 6)] });
  tex('tex-bare', {}, { tables: [table(6, 5, bare), table(10, 4, bare), table(7, 3, bare)] });
  tex('tex-grid', {}, { tables: [table(6, 5, grid), table(10, 4, grid)] });
  tex('tex-palatino', { font: 'mathpazo' }, { sections: 5, tables: [table(9, 6)] });
  tex(
    'tex-times-two',
    { font: 'mathptmx', columns: 2, heads: true },
    { sections: 6, length: 7, tables: [table(7, 4)] },
  );
  return documents;
}
