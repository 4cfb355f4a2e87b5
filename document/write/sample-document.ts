/** Builds small documents for tests. */
import type { Block, Cell, Figure, List, ListItem, Paragraph, Span, Table, Text } from '../model/blocks.ts';
import { type Box, type DocumentHead, type DocumentStream, schemaId } from '../model/document.ts';

const box: Box = [72, 700, 540, 712];
export const at = { page: 1, box };

export const words = (content: string, spans: readonly Span[] = []): Text => ({ content, spans, lines: [] });

export const paragraph = (content: string, spans: readonly Span[] = []): Paragraph => ({
  type: 'paragraph',
  ...at,
  ...words(content, spans),
  kids: [],
});

export const textBlock = <T extends 'code' | 'formula' | 'footnote' | 'caption'>(
  type: T,
  content: string,
) => ({
  type,
  ...at,
  ...words(content),
  kids: [] as const,
});

export const heading = (level: 1 | 2 | 3 | 4 | 5 | 6, content: string): Block => ({
  type: 'heading',
  level,
  ...at,
  ...words(content),
  kids: [],
});

export const item = (content: string, kids: readonly Block[] = [], label?: string): ListItem => ({
  type: 'list_item',
  ...at,
  ...(label !== undefined && { label }),
  ...words(content),
  kids,
});

export const list = (
  kids: readonly ListItem[],
  numbered: { readonly start?: number } | null = null,
): List => ({
  type: 'list',
  ...at,
  ordered: numbered !== null,
  ...(numbered ?? {}),
  kids,
});

export type CellLike = Partial<Omit<Cell, 'kids'>> & { readonly kids: readonly Block[] };

/** Rows of texts, or of cells where more than a text is needed. */
export function table(rows: readonly (readonly (string | CellLike)[])[]): Table {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return {
    type: 'table',
    ...at,
    rows: rows.length,
    columns,
    kids: rows.map((row, rowIndex) => ({
      type: 'row',
      ...at,
      kids: row.map((cell, index) => ({
        type: 'cell',
        ...at,
        row: rowIndex + 1,
        column: index + 1,
        row_span: 1,
        column_span: 1,
        ...(typeof cell === 'string' ? { kids: [paragraph(cell)] } : cell),
      })),
    })),
  };
}

export const figure = (kids: readonly Block[], image?: string, alt?: string): Figure => ({
  type: 'figure',
  ...at,
  ...(image !== undefined && { image }),
  ...(alt !== undefined && { alt }),
  kids,
});

/** Blocks page by page. */
export function documentOf(
  pages: readonly (readonly Block[])[],
  head: Partial<DocumentHead> = {},
): DocumentStream {
  return {
    head: {
      schema: schemaId,
      page_count: pages.length,
      pages: pages.map((_, index) => ({ page: index + 1, width: 612, height: 792, rotation: 0 })),
      outline: [],
      ...head,
    },
    parts: () => pages.map((kids, index) => ({ page: index + 1, kids })),
  };
}
