/**
 * Blocks show what the document says: emphasis, links, form values, text direction.
 * @vitest-environment happy-dom
 */
import { type DocumentNode, parseDocument } from '@octavo/sdk';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SelectionContext, SelectionStore } from '../selection-store.ts';
import { NodeContent } from './node-content.tsx';

const at = { page: 1, box: [0, 0, 1, 1] };
const leaf = { ...at, spans: [], lines: [], kids: [] };

function nodeOf(kid: object): DocumentNode {
  const { kids } = parseDocument({ schema: 'octavo-document/1', type: 'document', pages: [], kids: [kid] });
  const [node] = kids;
  if (node === undefined) throw new Error('no node');
  return node;
}

function show(kid: object) {
  const selection = { store: new SelectionStore(null), selectFrom: vi.fn(), showPage: vi.fn() };
  const { container } = render(
    <SelectionContext value={selection}>
      <NodeContent jobId="1" node={nodeOf(kid)} pointer="/kids/0" />
    </SelectionContext>,
  );
  return { container, ...selection };
}

afterEach(cleanup);

describe('a paragraph', () => {
  const linked = (link: object) => ({
    ...leaf,
    type: 'paragraph',
    content: 'See the site',
    spans: [{ start: 4, end: 12, bold: true, link }],
  });

  it('has its emphasis and its links, which open elsewhere and pass nothing on', () => {
    const { container } = show(linked({ url: 'https://example.org/' }));
    const anchor = container.querySelector('a');
    expect(container.textContent).toBe('See the site');
    expect(anchor?.innerHTML).toBe('<strong>the site</strong>');
    expect(anchor?.getAttribute('href')).toBe('https://example.org/');
    expect(anchor?.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  it('marks recognized words that are unsure, and says how sure each one is', () => {
    const words = [
      { start: 0, end: 3, confidence: 0.96 },
      { start: 4, end: 8, confidence: 0.41 },
    ];
    const { container } = show({ ...leaf, type: 'paragraph', content: 'The tozn', words });
    expect(container.textContent).toBe('The tozn');
    const shown = [...container.querySelectorAll('.viewer-word')];
    expect(shown.map((word) => word.getAttribute('data-unsure'))).toEqual(['false', 'true']);
    expect(shown.every((word) => word.hasAttribute('title'))).toBe(true);
  });

  it('shows the words of an unsafe link as text', () => {
    const { container } = show(linked({ url: 'javascript:alert(1)' }));
    expect(container.querySelector('a')).toBeNull();
    expect(container.textContent).toBe('See the site');
  });

  it('goes to the page that a link leads to', () => {
    const { container, showPage, selectFrom } = show(linked({ page: 7 }));
    fireEvent.click(container.querySelector('button') as Element);
    expect(showPage).toHaveBeenCalledWith(7);
    expect(selectFrom).not.toHaveBeenCalled();
  });

  it('is shown from right to left if the document says so', () => {
    const { container } = show({ ...leaf, type: 'paragraph', content: 'ספר', direction: 'rtl' });
    expect(container.querySelector('p')?.getAttribute('dir')).toBe('rtl');
  });
});

describe('a form field', () => {
  const field = { ...leaf, type: 'field', name: 'f1', field_type: 'text', value: null, content: '' };

  it('has its label and its value', () => {
    const { container } = show({ ...field, label: 'City', value: 'Riga', content: 'Riga' });
    expect(container.textContent).toBe('City: Riga');
  });

  it('without a value has its name', () => {
    expect(show(field).container.textContent).toMatch(/^f1: ./);
  });

  it('of a checkbox shows whether it is ticked', () => {
    const { container } = show({ ...field, field_type: 'checkbox', value: true, content: '✓' });
    expect(container.textContent).toBe('☑ f1');
  });
});

describe('a list', () => {
  const item = (label: string, content: string, kids: object[] = []) => ({
    ...leaf,
    type: 'list_item',
    label,
    content,
    kids,
  });

  it('has the printed labels, and each item selects its own box', () => {
    const nested = { ...at, type: 'list', ordered: false, kids: [item('•', 'inner')] };
    const list = {
      ...at,
      type: 'list',
      ordered: true,
      kids: [item('3.', 'third', [nested]), item('4.', 'fourth')],
    };
    const { container, selectFrom } = show(list);
    expect(container.textContent).toBe('3. third• inner4. fourth');
    fireEvent.click(container.querySelectorAll('li')[1] as Element);
    expect(selectFrom).toHaveBeenCalledWith('/kids/0/kids/0/kids/0/kids/0', 'blocks');
  });
});

it('a table has its header cells, spans and the direction of its text', () => {
  const cell = (column: number, text: string, more: object = {}) => ({
    ...at,
    type: 'cell',
    row: 1,
    column,
    row_span: 1,
    column_span: 1,
    ...more,
    kids: [{ ...leaf, type: 'paragraph', content: text, direction: 'rtl' }],
  });
  const row = {
    ...at,
    type: 'row',
    kids: [cell(1, 'א', { header: 'column', column_span: 2 }), cell(3, 'ב')],
  };
  const { container } = show({ ...at, type: 'table', rows: 1, columns: 3, kids: [row] });
  expect(container.querySelector('table')?.getAttribute('dir')).toBe('rtl');
  expect(container.querySelector('th')?.getAttribute('colspan')).toBe('2');
  expect(container.querySelectorAll('td')).toHaveLength(1);
});

it('a node of a type that is not known yet shows its text and its kids', () => {
  const kid = { ...leaf, type: 'paragraph', content: 'below' };
  expect(show({ ...leaf, type: 'sidenote', content: 'above', kids: [kid] }).container.textContent).toBe(
    'abovebelow',
  );
});
