/** The packed integrations work in LangChain.js and in the AI SDK, against the service. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { createKey, type NewApiKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Installation } from '../sdk/package.ts';
import { installIntegrations } from './install.ts';

const run = promisify(execFile);
const title = 'Octavo quarterly report';

let installation: Installation;
let owner: Account;
let key: NewApiKey;

beforeAll(async () => {
  owner = await account('business');
  key = await createKey(owner, 'integrations');
  installation = await installIntegrations();
  await writeFile(join(installation.directory, 'report.pdf'), makeRichDocument());
});

afterAll(async () => {
  await installation?.remove();
  if (key) await revokeKey(owner, key.id);
});

/** Runs a program of a user, whose last line is what it found. */
async function found<Value>(program: string): Promise<Value> {
  const file = join(installation.directory, 'program.mjs');
  await writeFile(file, program);
  const { stdout } = await run(process.execPath, [file], {
    cwd: installation.directory,
    timeout: 120_000,
    env: {
      PATH: process.env['PATH'] ?? '',
      ['OCTAVO_API_KEY']: key.raw_key,
      ['OCTAVO_BASE_URL']: context.baseUrl,
    },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Value;
}

type Loaded = { readonly id: string; readonly text: string; readonly metadata: Record<string, unknown> }[];

const load = (options: string) => `
  import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
  import { OctavoLoader } from '@octavo/langchain';
  const loader = new OctavoLoader('report.pdf', ${options});
  if (!(loader instanceof BaseDocumentLoader)) throw new Error('not a loader');
  const first = await loader.load();
  const again = await new OctavoLoader({ job_id: first[0].metadata.job_id }, ${options}).load();
  if (JSON.stringify(again) !== JSON.stringify(first)) throw new Error('loads something else');
  console.log(JSON.stringify(first.map(({ id, pageContent: text, metadata }) => ({ id, text, metadata }))));`;

describe('the loader of LangChain', () => {
  it('loads chunks with their places, and the same ones again', async () => {
    const documents = await found<Loaded>(load('{ chunks: { max_tokens: 256 } }'));
    const [first] = documents;
    expect(first?.text).toContain(title);
    expect(first?.metadata).toMatchObject({ source: 'report.pdf', page: 1, loc: { pageNumber: 1 } });
    const [left = 0, bottom = 0, right = 0, top = 0] = (first?.metadata['box'] ?? []) as number[];
    expect(left).toBeLessThan(right);
    expect(bottom).toBeLessThan(top);
    expect(new Set(documents.map(({ id }) => id)).size).toBe(documents.length);
  });

  it('loads pages', async () => {
    const [first, ...rest] = await found<Loaded>(load("{ per: 'page' }"));
    expect(rest).toEqual([]);
    expect(first?.text).toMatch(new RegExp(`^# ${title}\n`));
    expect(first?.metadata).toMatchObject({ source: 'report.pdf', page: 1, page_numbers: [1] });
  });
});

/** A model that follows a script: opens the file, reads it, searches it and checks a quote. */
const agent = `
  import { octavoTools } from '@octavo/ai';
  import { generateText, isStepCount } from 'ai';
  import { MockLanguageModelV4 } from 'ai/test';
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const script = [
    () => ['open_document', { file: 'report.pdf' }],
    (document) => ['read_document', { document, pages: '1', max_tokens: 500 }],
    (document) => ['search_document', { document, query: '"${title}"' }],
    (document) => ['locate_quote', { document, quote: '${title}' }],
    (document) => ['locate_quote', { document, quote: 'words that nobody has printed' }],
    () => ['open_document', { file: '/etc/passwd' }],
  ];
  let document;
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const results = prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
      document ??= results[0]?.output.value.document;
      const next = script[results.length]?.(document);
      return {
        content: next
          ? [{ type: 'tool-call', toolCallId: String(results.length), toolName: next[0], input: JSON.stringify(next[1]) }]
          : [{ type: 'text', text: 'done' }],
        finishReason: { unified: next ? 'tool-calls' : 'stop', raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
  const tools = octavoTools({ files: (name) => (name === 'report.pdf' ? name : null) });
  const { steps } = await generateText({ model, tools, stopWhen: isStepCount(10), prompt: 'Read it.' });
  console.log(JSON.stringify(steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))));`;

it('the tools of the AI SDK open, read and search a file, and check quotes', async () => {
  const [opened, read, searched, verbatim, absent, refused] = await found<Record<string, unknown>[]>(agent);
  expect(opened).toMatchObject({ status: 'done', pages: 1 });
  expect(opened?.['content']).toContain('File: report.pdf');
  expect(read).toMatchObject({ from_page: 1, to_page: 1 });
  expect(read?.['content']).toContain(`# ${title}`);
  expect(searched?.['total']).toBeGreaterThan(0);
  expect(searched?.['content']).toContain(`**${title}**`);
  expect(verbatim).toMatchObject({ verdict: 'verbatim', places: [{ page: 1 }] });
  expect(absent).toMatchObject({ verdict: 'absent', places: [] });
  expect(refused).toMatchObject({ error: 'not_offered' });
});
