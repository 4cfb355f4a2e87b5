/** An example of a comparison. */

const block = {
  type: 'paragraph',
  level: null,
  label: null,
  section: '3 Liability',
};

const boxes = [{ page: 7, box: [72, 443.1, 523.3, 468.9] }];
const amount = [{ page: 7, box: [310.2, 456, 362.9, 468.9] }];

export const diffExample = {
  base: { job_id: '019a7f6e-4c1d-7c54-9f0a-8d2f5f0c6b11', file_name: 'contract-v1.pdf' },
  head: { job_id: '019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42', file_name: 'contract-v2.pdf' },
  scope: 'text' as const,
  summary: {
    blocks: { equal: 212, added: 0, removed: 0, changed: 1, moved: 0 },
    tables: { cells_changed: 0, rows_added: 0, rows_removed: 0, columns_added: 0, columns_removed: 0 },
    pages: { base: [7], head: [7] },
    similarity: 0.9996,
  },
  items: [
    {
      op: 'changed' as const,
      base: {
        ...block,
        ref: '/kids/42',
        page: 7,
        boxes,
        text: 'The aggregate liability shall not exceed EUR 500,000.',
      },
      head: {
        ...block,
        ref: '/kids/42',
        page: 7,
        boxes,
        text: 'The aggregate liability shall not exceed EUR 600,000.',
      },
      words: [
        { op: 'equal' as const, text: 'The aggregate liability shall not exceed EUR ', boxes: [] },
        { op: 'delete' as const, text: '500,000', boxes: amount },
        { op: 'insert' as const, text: '600,000', boxes: amount },
        { op: 'equal' as const, text: '.', boxes: [] },
      ],
      table: null,
    },
  ],
};
