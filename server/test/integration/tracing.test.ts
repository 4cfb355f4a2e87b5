/** One trace from the request through the queue and the worker to the engine, received by a local collector. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { atEnd } from '../at-end.ts';
import { fixturePath } from '../fixtures/golden.ts';
import type { RunningProcess } from './running-process.ts';
import { type JobAnswer, startWholeService, type WholeService } from './whole-service.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerSpan = '00f067aa0ba902b7';
const canary = 'canary-quarterly-report';

type SentSpan = { traceId: string; spanId: string; parentSpanId?: string; name: string; service: string };

const spans: SentSpan[] = [];
const bodies: string[] = [];

function keep(body: string): void {
  bodies.push(body);
  for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
    const named = resource.attributes.find((one: { key: string }) => one.key === 'service.name');
    for (const span of scopeSpans[0].spans) spans.push({ ...span, service: named.value.stringValue });
  }
}

async function startCollector(): Promise<string> {
  const server = createServer(async (request, response) => {
    keep(await text(request));
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a submitted document', () => {
  let service: WholeService;
  let worker: RunningProcess;
  let job: JobAnswer;
  let queued: { data: { traceParent: string } } | undefined;

  beforeAll(async () => {
    service = await startWholeService({
      OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(),
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    });
    const form = new FormData();
    form.append('file', new Blob([readFileSync(fixturePath('headings'))]), `${canary}.pdf`);
    const headers = { traceparent: `00-${traceId}-${callerSpan}-01` };
    const answer = await service.request('/jobs', { method: 'POST', body: form, headers });
    job = (await answer.json()) as JobAnswer;
    const client = new pg.Client({ connectionString: service.env['OCTAVO_DATABASE_URL'] });
    await client.connect();
    queued = (await client.query('select data from queue.job where id = $1', [job.id])).rows[0];
    await client.end();
    worker = await service.startWorker();
    await service.waitFor(job.id, ['done']);
    // Both flush their spans when they stop.
    await worker.stop();
    await service.api.stop();
  });

  it('has one trace id in the API log, the queue and the worker log', () => {
    const answered = service.api.log.find((line) => line.msg === 'answered' && line['method'] === 'POST');
    expect(answered).toMatchObject({ trace_id: traceId, status: 201 });
    expect(queued?.data.traceParent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    const ended = worker.log.find((line) => line.msg === 'attempt ended');
    expect(ended).toMatchObject({ trace_id: traceId, job_id: job.id, end: 'done' });
  });

  it('is one tree of spans from the caller to the engine', () => {
    const ours = spans.filter((span) => span.traceId === traceId);
    const named = (name: string) => {
      const found = ours.find((span) => span.name === name);
      if (!found) throw new Error(`no span ${name} among ${ours.map((span) => span.name).join(', ')}`);
      return found;
    };
    const request = named('POST');
    expect(request).toMatchObject({ parentSpanId: callerSpan, service: 'octavo-api' });
    for (const step of ['receive upload', 'preflight', 'store source', 'admit']) {
      expect(named(step)).toMatchObject({ parentSpanId: request.spanId, service: 'octavo-api' });
    }
    const attempt = named('attempt');
    expect(attempt).toMatchObject({ parentSpanId: request.spanId, service: 'octavo-worker' });
    expect(named('wait in queue')).toMatchObject({ parentSpanId: request.spanId });
    for (const step of ['fetch source', 'convert', 'store outputs', 'commit']) {
      expect(named(step)).toMatchObject({ parentSpanId: attempt.spanId, service: 'octavo-worker' });
    }
  });

  it('exposes no file name, text or credential in any span or log line', () => {
    const words = [canary, 'Bearer', 'oct_', 'X-Amz-Signature'];
    const everything = `${bodies.join('\n')}\n${JSON.stringify([service.api.log, worker.log])}`;
    expect(words.filter((word) => everything.includes(word))).toEqual([]);
  });
});
