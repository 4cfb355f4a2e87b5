/** Page numbers of a note are short, whatever the document is. */
import { expect, it } from 'vitest';
import { pageSpans } from './scan-note.tsx';

it.each([
  [[3], '3'],
  [[1, 2, 3, 7], '1–3, 7'],
  [[1, 3, 5, 7, 9, 11, 13, 15, 17], '1, 3, 5, 7, 9, 11, 13, 15, …'],
])('%j is %s', (pages, text) => {
  expect(pageSpans(pages)).toBe(text);
});
