/** Example bodies of search, tables, figures, form fields and links. */

const box = [72, 401.2, 523, 455.9];

export const searchExample = {
  items: [
    {
      ref: '/kids/42',
      page: 7,
      label: null,
      box,
      boxes: [{ page: 7, box: [214.2, 443.1, 310.8, 455.9] }],
      headings: ['3 Liability'],
      before: 'The supplier shall ',
      match: 'indemnify the customer',
      after: ' against all claims.',
      score: 1,
      start: 18_230,
      end: 18_252,
    },
  ],
  total: 1,
  next_cursor: null,
};

const table = {
  n: 1,
  ref: '/kids/57',
  pages: [9, 10],
  box,
  caption: 'Table 1: Prices',
  rows: 62,
  columns: 2,
  headings: ['4 Prices'],
};

export const tablesExample = { items: [table], total: 1, next_cursor: null };

export const tableExample = {
  ...table,
  format: 'csv' as const,
  from_row: 1,
  to_row: 2,
  content: 'Item,Price\r\n"Paper, white",4.20\r\n',
};

export const figuresExample = {
  items: [
    {
      n: 1,
      ref: '/kids/61',
      page: 11,
      box,
      caption: 'Figure 1: Sites',
      alt: null,
      image: 'imageFile1.png',
      before: 'The sites are shown in figure 1.',
      after: 'Each site has its own contact.',
    },
  ],
  total: 1,
  next_cursor: null,
};

export const fieldsExample = {
  items: [
    {
      n: 1,
      ref: '/kids/3',
      page: 1,
      box,
      name: 'customer',
      label: 'Customer',
      type: 'text' as const,
      value: 'ACME',
    },
  ],
  total: 1,
  next_cursor: null,
};

export const linksExample = {
  items: [
    {
      n: 1,
      ref: '/kids/5',
      page: 1,
      box,
      text: 'our website',
      url: 'https://example.com/',
      target_page: null,
    },
  ],
  total: 1,
  next_cursor: null,
};
