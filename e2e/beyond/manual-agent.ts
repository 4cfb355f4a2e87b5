/** An agent without a model: ten questions about a long manual, answered with few tokens. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { chapterTitle, factOf, makeManual, pagesOfChapter } from '@octavo/testkit/documents/manual.ts';
import { account } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { accepted, pollUntil } from '@octavo/testkit/service-under-test/jobs.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect } from 'vitest';

/** Counts what the model would read. */
class Agent {
  tokens = 0;
  readonly #client: Client;
  readonly #document: string;

  constructor(client: Client, document: string) {
    this.#client = client;
    this.#document = document;
  }

  async call(name: string, args: Record<string, unknown>): Promise<string> {
    const { content, isError } = await this.#client.callTool({
      name,
      arguments: { document: this.#document, ...args },
    });
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

/** On pages all over the manual. */
function questionsAbout(pages: number): readonly Question[] {
  const at = (share: number) => Math.round(pages * share);
  const [read, quoted] = [at(0.62), at(0.19)];
  const chapter = Math.ceil(at(0.78) / pagesOfChapter);
  const first = (chapter - 1) * pagesOfChapter + 1;
  return [
    ...[3, at(0.15), at(0.32), at(0.55), at(0.75), pages - 1].map(searched),
    {
      look: (agent) => agent.call('read_document', { pages: String(read), max_tokens: 1_500 }),
      answer: factOf(read),
    },
    {
      look: (agent) =>
        agent.call('search_document', { query: `"pumps ${first} to ${chapter * pagesOfChapter}"`, limit: 1 }),
      answer: `p. ${first}`,
    },
    {
      look: (agent) => agent.call('locate_quote', { quote: factOf(quoted), page: quoted + 1 }),
      answer: `Verdict: verbatim, score 1.00, 1 place. The page ${quoted + 1} is wrong.`,
    },
  ];
}

async function convertManual(owner: Account, pages: number): Promise<string> {
  const { id } = await accepted(owner, { file: makeManual(pages), options: { format: ['markdown'] } });
  await pollUntil(owner, id, ({ status }) => status === 'done', 280_000);
  return id;
}

/** Resolves to the tokens that the answers took. */
export async function askAboutManual(pages: number): Promise<number> {
  const owner = await account('business');
  const key = await createKey(owner, 'agent');
  const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  try {
    const document = await convertManual(owner, pages);
    const headers = { 'x-api-key': key.raw_key };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${context.baseUrl}/mcp`), { requestInit: { headers } }),
    );
    const agent = new Agent(client, document);
    // The first question: which chapters does it have?
    const map = await agent.call('open_document', {});
    const chapters = Array.from({ length: pages / pagesOfChapter }, (_, index) => chapterTitle(index + 1));
    expect(chapters.filter((title) => !map.includes(title))).toEqual([]);
    const questions = questionsAbout(pages);
    for (const { look, answer } of questions) expect(await look(agent)).toContain(answer);
    process.stdout.write(`${questions.length + 1} questions about ${pages} pages: ${agent.tokens} tokens\n`);
    return agent.tokens;
  } finally {
    await client.close();
    await revokeKey(owner, key.id);
  }
}
