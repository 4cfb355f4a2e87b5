/** Clients of docling-serve and Open WebUI against the real service: recorded requests, and what their parsers need. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../fixtures/golden.ts';
import { recordedRequest } from '../fixtures/recordings.ts';
import { startWholeService } from './whole-service.ts';

const admin = fileURLToPath(new URL('../../src/start/admin.ts', import.meta.url));
const file = readFileSync(fixturePath('headings'));

type Body = Record<string, unknown>;
type Document = { readonly md_content: string; readonly json_content: DoclingDocument | null } & Body;
type DoclingDocument = { readonly texts: readonly Body[]; readonly pages: Body } & Body;

let base: string;
let key: string;
let markdown: string;

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(base + path, init);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function replay<Answer>(name: string): Promise<Answer> {
  const { path, init } = recordedRequest(name, key, file);
  return (await (await send(path, init)).json()) as Answer;
}

const get = async <Answer>(path: string) =>
  (await (await send(path, { headers: { 'x-api-key': key } })).json()) as Answer;

type Task = { readonly task_id: string; readonly task_status: string };

/** As the client of docling-serve does. */
async function resultOf<Answer>(submitted: Task): Promise<Answer> {
  let task = submitted;
  while (!['success', 'failure'].includes(task.task_status))
    task = await get<Task>(`/v1/status/poll/${task.task_id}?wait=10.0`);
  expect(task.task_status).toBe('success');
  return get<Answer>(`/v1/result/${task.task_id}`);
}

beforeAll(async () => {
  const service = await startWholeService({ OCTAVO_COMPATIBLE_API: 'true' });
  const { msg = '' } = await service.api.logged(/listening at/);
  base = msg.replace(/^.*listening at /, '');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [admin, 'key', 'create', 'clients@example.com', '--tier', 'business', '--json'],
    { env: { ...process.env, ...service.env } },
  );
  key = (JSON.parse(stdout) as { raw_key: string }).raw_key;
  await service.startWorker();
  const job = await service.submit(file, { format: ['markdown'] });
  await service.waitFor(job.id, ['done'], 60_000);
  markdown = await (await service.request(`/jobs/${job.id}/download/markdown`)).text();
});

describe('clients of other services', () => {
  it('Open WebUI, docling engine: the markdown of a job', async () => {
    const { document } = await replay<{ document: Document }>('open-webui-docling');
    expect(document.md_content).toBe(markdown);
    expect(markdown).toContain('# ');
  });

  it('Open WebUI, external engine: texts of pages that make up the markdown', async () => {
    const documents =
      await replay<readonly { page_content: string; metadata: Body }[]>('open-webui-external');
    expect(documents.map(({ page_content: text }) => text).join('\n')).toBe(markdown);
    expect(documents[0]?.metadata).toMatchObject({ page: 0, source: 'Jahresbericht für 2026.pdf' });
  });

  it('RAGFlow: markdown, with the key in the URL', async () => {
    const { document } = await replay<{ document: Document }>('ragflow');
    expect(document.md_content).toBe(markdown);
  });

  it('Langflow: a DoclingDocument', async () => {
    const { document } = await resultOf<{ document: Document }>(await replay<Task>('langflow'));
    const { json_content: docling } = document;
    expect(docling).toMatchObject({ schema_name: 'DoclingDocument', name: 'report' });
    const headings = docling?.texts.filter(({ label }) => label === 'section_header') ?? [];
    expect(headings.length).toBeGreaterThan(0);
    for (const { text } of headings) expect(markdown).toContain(String(text));
  });

  it('DoclingServiceClient: convert and chunk as tasks', async () => {
    const chunked = await replay<Task>('docling-client-chunk');
    const { chunks } = await resultOf<{ chunks: readonly Body[] }>(chunked);
    expect(chunks.length).toBeGreaterThan(0);
    expect(chunks[0]).toMatchObject({ filename: 'report.pdf', chunk_index: 0, page_numbers: [1] });
  });

  it('charges these jobs like any other', async () => {
    const { pages_used: used } = await get<{ pages_used: number }>('/auth/me');
    expect(used).toBeGreaterThanOrEqual(5);
  });
});
