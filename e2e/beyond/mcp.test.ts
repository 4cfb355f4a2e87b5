/** `POST /mcp` with the official client, in both generations of the protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { makeStructuredDocument, structuredTitle } from '@octavo/testkit/documents/structured-document.ts';
import { account, stranger } from '@octavo/testkit/service-under-test/accounts.ts';
import { type Account, context } from '@octavo/testkit/service-under-test/context.ts';
import { done } from '@octavo/testkit/service-under-test/jobs.ts';
import { createKey, revokeKey } from '@octavo/testkit/service-under-test/keys.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let owner: Account;
let key: { readonly id: string; readonly raw_key: string };
let document: string;
let foreign: string;
beforeAll(async () => {
  owner = await account('pro');
  key = await createKey(owner, 'mcp');
  const file = makeStructuredDocument();
  document = (await done(owner, { file, fileName: 'field notes.pdf' })).id;
  foreign = (await done(await stranger(), { file })).id;
});
afterAll(() => revokeKey(owner, key.id));

type Generation = 'auto' | 'legacy';

async function connect(mode: Generation, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '1.0.0' }, { versionNegotiation: { mode } });
  const url = new URL(`${context.baseUrl}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [block] = content as readonly { readonly text: string }[];
  return { text: block?.text ?? '', structured: structuredContent, isError: isError === true };
}

describe.each<Generation>(['auto', 'legacy'])('a client of the generation %s', (mode) => {
  it('lists, opens and reads a document with an API key as bearer token', async () => {
    const client = await connect(mode, { authorization: `Bearer ${key.raw_key}` });
    expect(client.getServerVersion()?.name).toBe('octavo');
    const listed = await call(client, 'list_documents', {});
    expect(listed.text).toContain('field notes.pdf');
    const opened = await call(client, 'open_document', { document });
    expect(opened.structured).toMatchObject({ status: 'done', page_count: expect.any(Number) });
    const read = await call(client, 'read_document', { document, pages: '1' });
    expect(read.text).toMatch(/^Text between the markers ([0-9a-f]{16}) [\s\S]*<<<DOCUMENT TEXT \1>>>/);
    expect(read.text).toContain(structuredTitle);
    const page = await client.readResource({ uri: `octavo://documents/${document}/pages/1` });
    expect(JSON.stringify(page.contents)).toContain(structuredTitle);
    await client.close();
  });

  it('gets job_not_found for a document of another account from every tool', async () => {
    const client = await connect(mode, { 'x-api-key': key.raw_key });
    const { tools } = await client.listTools();
    const reading = tools.filter(({ inputSchema }) => 'document' in (inputSchema.properties ?? {}));
    expect(reading.length).toBeGreaterThanOrEqual(2);
    for (const { name } of reading) {
      const args = { document: foreign, ...(name.startsWith('search') && { query: 'notes' }) };
      const { text, isError } = await call(client, name, {
        ...args,
        ...(name === 'locate_quote' && { quote: 'a quote that is long enough' }),
      });
      expect([name, isError, text]).toEqual([name, true, expect.stringMatching(/^Error job_not_found/)]);
    }
    const uri = `octavo://documents/${foreign}`;
    await expect(client.readResource({ uri })).rejects.toThrow('Job not found');
    await client.close();
  });

  it('with a session on the free plan, gets plan_required from a tool', async () => {
    const { session } = await account('free');
    const client = await connect(mode, { authorization: `Bearer ${session}` });
    const { text, isError } = await call(client, 'list_documents', {});
    expect([isError, text]).toEqual([true, expect.stringMatching(/^Error plan_required/)]);
    await client.close();
  });
});

describe('without credentials', () => {
  it('a 401 leads to the metadata of the resource, and that to the provider', async () => {
    const refused = await fetch(`${context.baseUrl}/mcp`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(refused.status).toBe(401);
    const challenge = refused.headers.get('www-authenticate') ?? '';
    const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    expect(new URL(metadataUrl).pathname).toBe('/.well-known/oauth-protected-resource/mcp');
    const metadata = (await (await fetch(`${context.baseUrl}${new URL(metadataUrl).pathname}`)).json()) as {
      readonly authorization_servers: readonly string[];
    };
    const [issuer = ''] = metadata.authorization_servers;
    const provider = await fetch(`${issuer}/.well-known/openid-configuration`);
    expect(provider.status).toBe(200);
  });
});
