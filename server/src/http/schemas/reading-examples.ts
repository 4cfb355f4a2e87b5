/** Example bodies of the reading routes. */

export const outlineExample = {
  document: { pages: 48, tokens: 31_204, title: 'Master services agreement', language: 'en' },
  items: [
    {
      ref: '/kids/40',
      title: '3 Liability',
      level: 1,
      page: 7,
      label: null,
      box: [72, 690.2, 220.5, 706.1],
      tokens: 412,
      tokens_with_children: 1_903,
      tables: 0,
      figures: 0,
      source: 'heading' as const,
    },
  ],
  next_cursor: null,
};

export const pagesExample = {
  items: [
    {
      page: 4,
      label: 'iv',
      width: 595.28,
      height: 841.89,
      rotation: 0,
      tokens: 612,
      blocks: 14,
      tables: 1,
      figures: 0,
      fields: 0,
      links: 2,
      quality: { score: 0.94, reasons: ['ocr_applied'], ocr_confidence: 0.94 },
    },
  ],
  next_cursor: null,
};

export const readExample = {
  format: 'markdown' as const,
  content: '<!-- page 7 -->\n\n# 3 Liability\n\nThe supplier shall indemnify the customer.\n',
  tokens: 21,
  from: { page: 7, ref: '/kids/40' },
  to: { page: 7, ref: '/kids/41' },
  truncated: true,
  cut: false,
  next_cursor: 'eyJraW5kIjoicmVhZCJ9',
  remaining_tokens: 1_882,
};
