/** A paper as LaTeX. */
import type { SourceBlock, SourceTable } from '../source.ts';

const escapeTex = (text: string) => text.replaceAll(/([%&#_$])/g, '\\$1');

const environment = (name: string, lines: readonly string[], options = '') =>
  `\\begin{${name}}${options}\n${lines.join('\n')}\n\\end{${name}}`;

function tableTex({ rows, style, caption }: SourceTable, number: number): string {
  const width = rows.at(-1)?.length ?? 1;
  const [isGrid, hasRules] = [style === 'grid', style === 'rules'];
  const headRows = rows[0]?.some(({ columnSpan = 1 }) => columnSpan > 1) ? 2 : 1;
  const cell = ({ text, columnSpan = 1 }: SourceTable['rows'][number][number]) =>
    columnSpan > 1
      ? `\\multicolumn{${columnSpan}}{${isGrid ? 'c|' : 'c'}}{${escapeTex(text)}}`
      : escapeTex(text);
  const lines = rows.map((row, at) => {
    const rule = isGrid ? '\\hline' : hasRules && at === headRows - 1 ? '\\midrule' : '';
    return `${row.map(cell).join(' & ')} \\\\${rule}`;
  });
  const first = hasRules ? ['\\toprule'] : isGrid ? ['\\hline'] : [];
  const columns = isGrid ? `|l|${'r|'.repeat(width - 1)}` : `l${'r'.repeat(width - 1)}`;
  const tabular = environment(
    'tabular',
    [...first, ...lines, ...(hasRules ? ['\\bottomrule'] : [])],
    `{${columns}}`,
  );
  const title = caption === undefined ? '' : `Table ${number}: ${escapeTex(caption)}\\\\[4pt]\n`;
  return `\\begin{center}\\small\n${title}${tabular}\n\\end{center}\n`;
}

function blockTex(block: SourceBlock, tableNumber: number): string {
  switch (block.kind) {
    case 'heading':
      if (block.level === 1) return '';
      return `\\${block.level === 2 ? 'section' : 'subsection'}*{${escapeTex(block.text)}}\n`;
    case 'list': {
      const items = block.items.map((item) => `\\item ${escapeTex(item)}`);
      return `${environment(block.ordered ? 'enumerate' : 'itemize', items)}\n`;
    }
    case 'table':
      return tableTex(block, tableNumber);
    default: {
      const note = block.note === undefined ? '' : `\\footnote{${escapeTex(block.note)}}`;
      return `${escapeTex(block.text)}${note}\n`;
    }
  }
}

export type TexShape = { readonly columns?: 1 | 2; readonly heads?: boolean; readonly font?: string };

export function paperTex(blocks: readonly SourceBlock[], shape: TexShape): string {
  const { columns = 1, heads = false, font = 'lmodern' } = shape;
  let tables = 0;
  const body = blocks.map((block) => {
    if (block.kind === 'table') tables += 1;
    return blockTex(block, tables);
  });
  const title = blocks.find((block) => block.kind === 'heading' && block.level === 1);
  const journal = 'Journal of Coastal Records, Vol. 12';
  return [
    `\\documentclass[${columns === 2 ? 'twocolumn,' : ''}a4paper,10pt]{article}`,
    `\\usepackage[T1]{fontenc}\\usepackage[utf8]{inputenc}\\usepackage{booktabs}\\usepackage{${font}}`,
    heads ? `\\pagestyle{headings}\\markboth{${journal}}{${journal}}` : '',
    `\\title{${title?.kind === 'heading' ? escapeTex(title.text) : ''}}\\author{}\\date{}`,
    '\\begin{document}\\maketitle',
    ...body,
    '\\end{document}',
    '',
  ].join('\n');
}
