/** The official client, of both generations, against the tools over documents in memory. */
import { describe, expect, it } from 'vitest';
import { call, connect, type Generation } from './testing/connect.ts';
import { fakeSource } from './testing/fake-source.ts';

const long = Array.from({ length: 400 }, (_, index) => [
  { page: index + 1, text: `Chapter ${index + 1}`, level: index % 10 === 0 ? 1 : 2 },
  {
    page: index + 1,
    text: `Sentence ${index + 1} about turbines. ${'Filler words follow here. '.repeat(40)}`,
  },
]).flat();
const rows = Array.from({ length: 3_000 }, (_, index) => [`row ${index + 1}`, 'a value', '12.50']);

const source = fakeSource({
  short: { blocks: [{ page: 1, text: 'A short letter.' }], fileName: 'letter.pdf' },
  long: { blocks: long, title: 'The long one', tables: [{ caption: 'Prices', rows }] },
  busy: { blocks: [], status: 'processing' },
  broken: { blocks: [], status: 'failed' },
});

const warned = fakeSource({
  scan: {
    blocks: [{ page: 7, text: 'The last page.' }],
    warnings: [
      { code: 'page_without_content', message: 'Nothing was found on these pages.', pages: [1, 2, 3, 5] },
      { code: 'repaired', message: 'The file is damaged.', pages: [] },
    ],
  },
});

describe.each<Generation>(['auto', 'legacy'])('a client of the generation %s', (generation) => {
  it('sees six tools with schemas, all of them read-only, and no list that changes', async () => {
    const client = await connect(source, generation);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'get_table',
      'list_documents',
      'locate_quote',
      'open_document',
      'read_document',
      'search_document',
    ]);
    for (const tool of tools) {
      expect(tool.annotations?.readOnlyHint).toBe(true);
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema?.['type']).toBe('object');
    }
    expect(client.getServerCapabilities()?.tools?.listChanged).toBe(false);
    expect(client.getInstructions()).toContain('open_document first');
    expect(client.getProtocolEra()).toBe(generation === 'auto' ? 'modern' : 'legacy');
  });

  it('gets a short document whole', async () => {
    const { text, structured } = await call(await connect(source, generation), 'open_document', {
      document: 'short',
    });
    expect(text).toContain('A short letter.');
    expect(structured).toMatchObject({ status: 'done', file_name: 'letter.pdf' });
  });

  it('walks a long document from its map to the end of a section', async () => {
    const client = await connect(source, generation);
    const { structured } = await call(client, 'open_document', { document: 'long' });
    const { map } = structured as { map: { ref: string }[] };
    expect(map.length).toBe(40);
    const read: string[] = [];
    let args: Record<string, unknown> = { document: 'long', section: map[1]?.ref };
    for (;;) {
      const part = await call(client, 'read_document', { ...args, max_tokens: 2_000 });
      read.push(part.text);
      const { next_cursor: cursor } = part.structured as { next_cursor: string | null };
      if (cursor === null) break;
      expect(part.text).toContain(`Next: read_document(document: "long", cursor: "${cursor}")`);
      args = { document: 'long', cursor };
    }
    const sentences = read.join('\n').match(/Sentence \d+/g);
    expect(sentences).toEqual(Array.from({ length: 10 }, (_, index) => `Sentence ${index + 11}`));
  });

  it('finds, checks and reads rows', async () => {
    const client = await connect(source, generation);
    const found = await call(client, 'search_document', { document: 'long', query: 'sentence 77 about' });
    expect(found.structured).toMatchObject({ total: 1, hits: [{ page: 77 }] });
    expect(found.text).toContain('1 hit.');
    const ended = await call(client, 'search_document', {
      document: 'long',
      query: 'sentence 77 about turbines',
    });
    expect(ended.text).toContain('**Sentence 77 about turbines**. Filler');
    const located = await call(client, 'locate_quote', {
      document: 'long',
      quote: 'Sentence 77 about turbines.',
      page: 78,
    });
    expect(located.structured).toMatchObject({ verdict: 'verbatim', page_right: false });
    const table = await call(client, 'get_table', { document: 'long', table: 1, rows: '100-2000' });
    const { last_row: last } = table.structured as { last_row: number };
    expect(table.text).toContain('row 100,a value');
    expect(table.text).toContain(`rows: "${last + 1}-2000"`);
    const listed = await call(client, 'list_documents', {});
    expect(listed.structured).toMatchObject({ total: 4 });
  });

  it('reads resources, and gets an error for one that does not exist', async () => {
    const client = await connect(source, generation);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('octavo://documents/short');
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toHaveLength(4);
    const textOf = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return (content as { text: string }).text;
    };
    expect(await textOf('octavo://documents/long/pages/7')).toContain('Sentence 7 about');
    expect(await textOf('octavo://documents/long/outline')).toContain('Chapter 400');
    expect(await textOf('octavo://documents/short')).toContain('A short letter.');
    await expect(textOf('octavo://documents/nobody/pages/1')).rejects.toThrow('Job not found');
    await expect(textOf('octavo://documents/long/tables/1.csv')).rejects.toThrow('get_table');
  });
});

describe('an error is an answer that names the next call:', () => {
  it.each([
    [
      'of a document that is not there',
      'read_document',
      { document: 'other' },
      /job_not_found[\s\S]*Next: list_documents\(\)/,
    ],
    ['of a failed document', 'open_document', { document: 'broken' }, /job_failed/],
    [
      'of a table that is not there',
      'get_table',
      { document: 'long', table: 9 },
      /table_not_found[\s\S]*Next: get_table\(document: "long"\) to see the tables/,
    ],
    [
      'of rows that are not there',
      'get_table',
      { document: 'long', table: 1, rows: '9000-9001' },
      /the 3000 rows/,
    ],
    ['of two ranges', 'read_document', { document: 'long', pages: '1', cursor: '1:0:2' }, /only one of/],
    [
      'of too few tokens',
      'read_document',
      { document: 'long', max_tokens: 5 },
      /^Error invalid_arguments: max_tokens must be a whole number from 1000 to 20000\.\nNext: the same call/,
    ],
    [
      'of values that are not valid',
      'get_table',
      { document: '', table: 1.5, format: 'xml', rows: 'all' },
      /: document must be a text of 1 to 100 characters\. table must be a whole number from 1 to 1000000\. format must be one of "csv", "markdown", "json"\. rows must be a text such as "1-50", "7"\.\n/,
    ],
    [
      'of a path where no file can be read',
      'open_document',
      { path: '/etc/passwd' },
      /: document is missing; it must be a text of 1 to 100 characters\. open_document has no argument path; it has document, wait_seconds, max_tokens\.\n/,
    ],
  ])('%s', async (_, tool, args, expected) => {
    const { text, isError } = await call(await connect(source), tool, args);
    expect(isError).toBe(true);
    expect(text).toMatch(expected);
  });

  it('warnings name their pages', async () => {
    const { text } = await call(await connect(warned), 'open_document', { document: 'scan' });
    expect(text).toContain(
      'Warning: page_without_content (pages 1-3, 5): Nothing was found on these pages.\nWarning: repaired: The file is damaged.',
    );
  });

  it('a document that is being converted says how to wait', async () => {
    const { text, isError } = await call(await connect(source), 'open_document', { document: 'busy' });
    expect(isError).toBe(false);
    expect(text).toContain('Next: open_document(document: "busy") waits until it is converted');
  });
});

it('offers and names only the tools that the source can answer', async () => {
  const { search: _, locate: __, tables: ___, ...less } = source;
  const client = await connect(less);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).sort()).toEqual(['list_documents', 'open_document', 'read_document']);
  const { text } = await call(client, 'open_document', { document: 'long' });
  expect(text).toContain('Next: read_document');
  expect(text).not.toMatch(/search_document|get_table/);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(3);
});
