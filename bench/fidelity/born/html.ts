/** Source blocks as html: the body of the truth, and of what Chromium prints. */
import type { SourceBlock, SourceTable } from './source.ts';

export const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function tableHtml({ rows, style, caption }: SourceTable, number: number): string {
  const title = caption === undefined ? '' : `<caption>Table ${number}: ${escapeHtml(caption)}</caption>`;
  const lines = rows.map((row, at) => {
    const tag = at === 0 ? 'th' : 'td';
    const cells = row.map(({ text, columnSpan = 1, rowSpan = 1 }) => {
      const spans = `${columnSpan > 1 ? ` colspan="${columnSpan}"` : ''}${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ''}`;
      return `<${tag}${spans}>${escapeHtml(text)}</${tag}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<table class="${style}">${title}${lines.join('\n')}</table>`;
}

/** Numbers of items are text, because print has them as text. */
function listHtml(ordered: boolean, items: readonly string[]): string {
  const tag = ordered ? 'ol' : 'ul';
  const lines = items.map((item, at) => {
    const number = ordered ? `<span class="n">${at + 1}.</span> ` : '';
    return `<li>${number}${escapeHtml(item)}</li>`;
  });
  return `<${tag}>${lines.join('\n')}</${tag}>`;
}

/** Footnotes stand at the end. */
export function bodyHtml(blocks: readonly SourceBlock[]): string {
  const notes: string[] = [];
  let tables = 0;
  const parts = blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
        return `<h${block.level}>${escapeHtml(block.text)}</h${block.level}>`;
      case 'list':
        return listHtml(block.ordered, block.items);
      case 'table':
        tables += 1;
        return tableHtml(block, tables);
      default: {
        if (block.note !== undefined) notes.push(block.note);
        const mark = block.note === undefined ? '' : `<sup>${notes.length}</sup>`;
        return `<p>${escapeHtml(block.text)}${mark}</p>`;
      }
    }
  });
  const lines = notes.map((note, at) => `<p class="fn"><sup>${at + 1}</sup> ${escapeHtml(note)}</p>`);
  return [...parts, ...lines].join('\n');
}

export const truthHtml = (body: string) => `<!doctype html><meta charset="utf-8"><main>\n${body}\n</main>\n`;

export const pageHtml = (id: string, style: string, body: string, attributes = 'lang="en"') =>
  `<!doctype html><html ${attributes}><meta charset="utf-8"><title>${id}</title><style>${style}</style><main>\n${body}\n</main></html>\n`;
