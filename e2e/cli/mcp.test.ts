/** `octavo mcp` as agents start it: the installed command, over stdio, with the official client. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { makeDocument, makeRichDocument } from '@octavo/testkit/documents/documents.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliSandbox } from './cli-sandbox.ts';

let sandbox: CliSandbox;
beforeAll(async () => {
  sandbox = await CliSandbox.open();
  sandbox.write('allowed/report.pdf', makeRichDocument());
  sandbox.write('outside.pdf', makeDocument());
  sandbox.write('allowed/secret.txt', 'not a PDF');
});
afterAll(() => sandbox.close());

type Generation = 'auto' | 'legacy';

async function connect(mode: Generation, env: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'e2e', version: '1.0.0' }, { versionNegotiation: { mode } });
  const args = [sandbox.installation.entry, 'mcp', '--directory', join(sandbox.cwd, 'allowed')];
  const transport = { command: process.execPath, args, cwd: sandbox.cwd, env: { ...sandbox.env, ...env } };
  await client.connect(new StdioClientTransport(transport));
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [block] = content as readonly { readonly text: string }[];
  return { text: block?.text ?? '', structured: structuredContent, isError: isError === true };
}

describe.each<Generation>(['auto', 'legacy'])('octavo mcp and a client of the generation %s', (mode) => {
  it('opens a file of this machine, once, and reads it', async () => {
    const client = await connect(mode);
    const path = join(sandbox.cwd, 'allowed', 'report.pdf');
    const opened = await call(client, 'open_document', { path, wait_seconds: 30 });
    expect(opened.text).toContain('Octavo quarterly report');
    const again = await call(client, 'open_document', { path: 'allowed/report.pdf' });
    const { document } = opened.structured as { readonly document: string };
    expect(again.structured).toMatchObject({ document, status: 'done' });
    const read = await call(client, 'read_document', { document });
    expect(read.text).toContain('Octavo quarterly report');
    await client.close();
  });

  it('opens no file outside of the directory, and none that is not a PDF', async () => {
    const client = await connect(mode);
    for (const path of ['outside.pdf', 'allowed/../outside.pdf', 'allowed/secret.txt', '/etc/passwd']) {
      const { text, isError } = await call(client, 'open_document', { path });
      expect([path, isError, text]).toEqual([path, true, expect.stringMatching(/^Error path_not_allowed/)]);
    }
    await client.close();
  });

  it('answers a wrong key and an unknown document in the protocol', async () => {
    const client = await connect(mode);
    const { text } = await call(client, 'read_document', { document: crypto.randomUUID() });
    expect(text).toMatch(/^Error job_not_found/);
    await client.close();
    const wrong = await connect(mode, { ['OCTAVO_API_KEY']: `oct_${'0'.repeat(40)}` });
    expect((await call(wrong, 'list_documents', {})).text).toMatch(/^Error unauthorized/);
    await wrong.close();
  });
});

it('ends when the client closes its input', async () => {
  const { code, stdout } = await sandbox.run(['mcp']);
  expect([code, stdout]).toEqual([0, '']);
});
