/** An agent without a model: ten questions about a manual of 400 pages, answered with few tokens. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { chapterTitle, factOf, makeManual } from '@octavo/testkit/documents/manual.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { accepted, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, it } from 'vitest';

const pages = 400;
const tokensMax = 10_000;

let owner: Account;
let key: { readonly id: string; readonly raw_key: string };
let document: string;
beforeAll(async () => {
  owner = await account('business');
  key = await createKey(owner, 'agent');
  const { id } = await accepted(owner, { file: makeManual(pages), options: { format: ['markdown'] } });
  await pollUntil(owner, id, ({ status }) => status === 'done', 280_000);
  document = id;
});
afterAll(() => revokeKey(owner, key.id));

/** Counts what the model would read. */
class Agent {
  tokens = 0;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  async call(name: string, args: Record<string, unknown>): Promise<string> {
    const { content, isError } = await this.#client.callTool({ name, arguments: { document, ...args } });
    const [block] = content as readonly { readonly text: string }[];
    const text = block?.text ?? '';
    if (isError) throw new Error(text);
    this.tokens += countTokens(text);
    return text;
  }
}

/** What is asked, how the agent looks for it, and what the answer must contain. */
type Question = { readonly look: (agent: Agent) => Promise<string>; readonly answer: string };

const searched = (page: number): Question => ({
  look: (agent) => agent.call('search_document', { query: `P-${1000 + page} litres`, limit: 2 }),
  answer: `${page * 7 + 300} litres`,
});

const questions: readonly Question[] = [
  ...[3, 58, 127, 222, 301, 399].map(searched),
  {
    look: (agent) => agent.call('read_document', { pages: '250', max_tokens: 1_500 }),
    answer: factOf(250),
  },
  {
    look: (agent) => agent.call('search_document', { query: '"pumps 311 to 320"', limit: 1 }),
    answer: 'p. 311',
  },
  {
    look: (agent) => agent.call('locate_quote', { quote: factOf(77), page: 78 }),
    answer: 'Verdict: verbatim, score 1.00, 1 place. The page 78 is wrong.',
  },
];

it('answers ten questions about 400 pages in less than 10,000 tokens', async () => {
  const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { 'x-api-key': key.raw_key };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${context.baseUrl}/mcp`), { requestInit: { headers } }),
  );
  const agent = new Agent(client);
  // The first question: which chapters does it have?
  const map = await agent.call('open_document', {});
  const chapters = Array.from({ length: pages / 10 }, (_, index) => chapterTitle(index + 1));
  expect(chapters.filter((title) => !map.includes(title))).toEqual([]);
  for (const { look, answer } of questions) expect(await look(agent)).toContain(answer);
  expect(agent.tokens).toBeLessThan(tokensMax);
  process.stdout.write(`${questions.length + 1} questions about ${pages} pages: ${agent.tokens} tokens\n`);
  await client.close();
});
