/** Example bodies of the routes for citations and chunks. */

const anchor = 'octavo:019a7f6e-4c1d-7c54-9f0a-8d2f5f0c6b11@a1b2c3d4e5f6#/kids/42:18301-18329';

export const locateExample = {
  quotes: [{ exact: 'shall not exceed EUR 500.000', prefix: 'aggregate liability', page: 7 }],
};

export const matchExample = {
  page: 7,
  label: 'vii',
  boxes: [{ page: 7, box: [182.4, 443.1, 341.8, 455.9] }],
  refs: ['/kids/42'],
  start: 18_301,
  end: 18_329,
  score: 0.96,
  selector: {
    type: 'TextQuoteSelector' as const,
    exact: 'shall not exceed EUR 500,000',
    prefix: 'The aggregate liability ',
    suffix: ' in any contract year.',
  },
  differences: [{ op: 'replace' as const, quote: '500.000', document: '500,000' }],
  headings: ['3 Liability', '3.2 Indemnity'],
  anchor,
};

export const locatedExample = {
  parse: 'a1b2c3d4e5f6',
  items: [
    {
      verdict: 'near' as const,
      score: 0.96,
      matches: [matchExample],
      total: 1,
      page_claimed: 7,
      page_right: true,
    },
  ],
  anchors: [],
  not_searched: [],
};

export const chunkExample = {
  id: 'c_9f2c41d07be3a1c8',
  chunk_index: 17,
  filename: 'msa.pdf',
  type: 'text' as const,
  text: '3 Liability › 3.2 Indemnity\n\nThe supplier shall indemnify the customer.',
  raw_text: 'The supplier shall indemnify the customer.',
  num_tokens: 17,
  oversized: false,
  headings: ['3 Liability', '3.2 Indemnity'],
  captions: [],
  doc_items: ['/kids/42'],
  page_numbers: [7],
  page_labels: ['vii'],
  spans: [
    {
      page: 7,
      box: [72, 401.2, 523, 455.9],
      page_size: [595.3, 841.9],
      ref: '/kids/42',
      start: 18_211,
      end: 18_253,
    },
  ],
  start: 18_211,
  end: 18_253,
  byte_start: 18_340,
  byte_end: 18_382,
  section: '/kids/40',
  prev_id: 'c_0b7e1f2a3c4d5e6f',
  next_id: null,
  table: null,
  figures: [],
  anchor: 'octavo:019a7f6e-4c1d-7c54-9f0a-8d2f5f0c6b11@a1b2c3d4e5f6#/kids/42:18211-18253',
  metadata: {
    job_id: '019a7f6e-4c1d-7c54-9f0a-8d2f5f0c6b11',
    source_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
};
