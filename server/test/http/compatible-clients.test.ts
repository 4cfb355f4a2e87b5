/** Recorded requests of clients of docling-serve and of Open WebUI’s document loader, on fakes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { type CompatibleApp, compatibleApp, pdf, requestsTo } from './compatible-app.ts';

let app: CompatibleApp;
let key: string;
const { get } = requestsTo(() => ({ app, key }));

beforeEach(async () => {
  app = await compatibleApp();
  key = await app.keyOf('alice');
});

describe('Open WebUI', () => {
  it('docling engine: reads md_content of the answer', async () => {
    const { status, body } = await app.replay('open-webui-docling', key);
    expect(status).toBe(200);
    const result = body as { document: Record<string, unknown> };
    expect(result.document['md_content']).toBe('markdown of 5b1c_Annual report 2026.pdf');
    expect(app.jobs.map(({ options }) => options)).toMatchObject([
      { format: ['markdown'], imageOutput: 'off', pages: null, ocr: 'auto' },
    ]);
  });

  it('docling engine with parameters: options of the job, and a placeholder between pages only', async () => {
    app.behaviour.contents['markdown'] = '<!-- page break -->\n\nOne\n\n<!-- page break -->\n\nTwo\n';
    const { status, body } = await app.replay('open-webui-docling-params', key);
    expect(status).toBe(200);
    expect(body['document']).toMatchObject({ md_content: 'One\n\n<!-- page break -->\n\nTwo\n' });
    expect(app.jobs.map(({ options }) => options)).toMatchObject([
      { ocr: 'auto', ocrLanguages: ['eng'], markdownPageSeparator: '<!-- page break -->' },
    ]);
  });

  it('docling engine with a form feed for each page break: pages without text keep their number', async () => {
    app.behaviour.contents['markdown'] = '\f\n\n\f\n\nTwo\n\n\f\n\nThree\n';
    const { status, body } = await app.replay('open-webui-docling-pages', key);
    expect(status).toBe(200);
    expect(app.jobs.map(({ options }) => options)).toMatchObject([{ markdownPageSeparator: '\f' }]);
    const { document } = body as { document: { md_content: string } };
    // As the loader divides it.
    const pages = document.md_content.split('\f').map((page) => page.trim());
    expect(pages).toEqual(['', 'Two', 'Three']);
  });

  it('external engine: a list of texts with their pages, counted from 0', async () => {
    const { status, text } = await app.replay('open-webui-external', key);
    expect(status).toBe(200);
    const documents = JSON.parse(text) as { page_content: string; metadata: Record<string, unknown> }[];
    expect(documents.map(({ metadata }) => metadata['page'])).toEqual([0, 1, 2]);
    expect(documents[0]).toEqual({
      page_content: '# Chapter 1\n\nThe turbine of page 1 runs.\n',
      metadata: {
        source: 'Jahresbericht für 2026.pdf',
        page: 0,
        total_pages: 3,
        job_id: app.jobs[0]?.id,
      },
    });
    expect(documents[1]?.page_content).toContain('| A bicycle | 100 EUR |');
  });

  it('external engine: errors have a detail that the loader shows', async () => {
    const { status, body } = await app.replay('open-webui-external', key, 'no pdf at all');
    expect([status, body['code']]).toEqual([400, 'invalid_pdf']);
    expect(body['detail']).toContain('not a PDF');
    expect(app.jobs).toEqual([]);
  });
});

describe('the client of docling-serve', () => {
  it('goes on with inbody after it was refused presigned_url', async () => {
    const { status, body } = await app.replay('docling-client-presigned', key);
    expect(status).toBe(400);
    expect(String(body['detail']).toLowerCase()).toContain('artifact storage to be configured');
    expect(app.jobs).toEqual([]);
  });

  it('convert: a task, and a result with a DoclingDocument', async () => {
    const submitted = await app.replay('docling-client-convert', key);
    expect(submitted.status).toBe(200);
    expect(app.jobs.map(({ options }) => options)).toMatchObject([
      { format: ['markdown', 'json'], ocr: 'off', pages: '1-3' },
    ]);
    const id = String(submitted.body['task_id']);
    expect((await get(`/v1/status/poll/${id}?wait=5.0`)).body).toMatchObject({ task_status: 'success' });
    const { body, headers } = await get(`/v1/result/${id}`);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const result = body as { document: { json_content: Record<string, unknown[]> } };
    expect(result).toMatchObject({
      document: { filename: 'report.pdf', md_content: 'markdown of report.pdf', html_content: null },
      ...{ status: 'success', errors: [], timings: {} },
    });
    expect(result.document.json_content).toMatchObject({
      ...{ schema_name: 'DoclingDocument', name: 'report' },
      body: { children: expect.arrayContaining([{ $ref: '#/tables/0' }]) },
      tables: [{ data: { num_rows: 2, num_cols: 2 } }],
    });
    expect(result.document.json_content['texts']).toHaveLength(6);
  });

  it('chunk: a task, its status, and chunks with its names', async () => {
    const submitted = await app.replay('docling-client-chunk', key);
    expect(submitted.status).toBe(200);
    expect(submitted.body).toMatchObject({
      task_type: 'chunk',
      task_status: 'pending',
      task_meta: { num_docs: 1 },
    });
    const id = String(submitted.body['task_id']);
    const status = await get(`/v1/status/poll/${id}?wait=5.0`);
    expect(status.body).toEqual({
      ...{ task_id: id, task_type: 'chunk', task_status: 'success', task_position: null },
      task_meta: {
        ...{ num_docs: 1, num_processed: 1, num_succeeded: 1 },
        ...{ num_partially_succeeded: 0, num_failed: 0 },
      },
      ...{ error_message: null, failure: null },
    });
    const { body } = await get(`/v1/result/${id}`);
    const { chunks, documents, processing_time } = body as {
      chunks: Record<string, unknown>[];
      documents: unknown[];
      processing_time: number;
    };
    expect(chunks.map(({ chunk_index }) => chunk_index)).toEqual(chunks.map((_, index) => index));
    expect(chunks[0]).toMatchObject({
      filename: 'report.pdf',
      text: 'Chapter 1\n\nThe turbine of page 1 runs.',
      raw_text: null,
      headings: ['Chapter 1'],
      captions: null,
      page_numbers: [1],
      metadata: { job_id: app.jobs[0]?.id, type: 'text', has_image: false },
    });
    expect(documents).toMatchObject([
      { kind: 'ExportResult', content: { filename: 'report.pdf', md_content: null }, status: 'success' },
    ]);
    expect(processing_time).toBeGreaterThanOrEqual(0);
  });
});

describe('RAGFlow', () => {
  it('reads md_content of the answer to base64 in JSON; wishes for chunks in the options are ignored', async () => {
    const { status, body } = await app.replay('ragflow', key);
    expect(status).toBe(200);
    expect(body['chunks'] ?? body['results']).toBeUndefined();
    expect(body['document']).toMatchObject({
      md_content: 'markdown of report.pdf',
      text_content: 'text of report.pdf',
      json_content: { schema_name: 'DoclingDocument' },
    });
    expect(app.jobs.map(({ source }) => source.bytes)).toEqual([pdf.length]);
  });

  it('finds a server by its OpenAPI document', async () => {
    expect((await app.send('/openapi.json', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('Langflow', () => {
  it('reads json_content of the result; the name of the file may stand behind it', async () => {
    const { status, body } = await app.replay('langflow', key);
    expect([status, body['task_status']]).toEqual([200, 'pending']);
    const id = String(body['task_id']);
    await expect.poll(async () => (await get(`/v1/status/poll/${id}`)).body['task_status']).toBe('success');
    const result = (await get(`/v1/result/${id}`)).body as { document: Record<string, unknown> };
    expect(result.document).toMatchObject({
      filename: 'report.pdf',
      md_content: null,
      json_content: { schema_name: 'DoclingDocument', name: 'report' },
    });
  });
});
