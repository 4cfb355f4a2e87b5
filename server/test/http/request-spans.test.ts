/** Tracing of requests: the trace they belong to, and which attributes are recorded. */
import { SpanKind } from '@opentelemetry/api';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { recordingTracer } from '../fakes/recording-tracer.ts';
import { testApp } from './test-app.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

describe('a request', () => {
  it('joins the trace of its caller, and its log lines have the trace id', async () => {
    const lines: string[] = [];
    const tracer = recordingTracer();
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const app = await testApp({ tracer, logger });
    await app.inject({
      url: '/jobs?canary=secret',
      headers: { traceparent, authorization: 'Bearer canary' },
    });
    expect(tracer.spans).toHaveLength(1);
    expect(tracer.spans[0]).toMatchObject({
      traceId,
      parentSpanId: 'b7ad6b7169203331',
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': 'GET', 'http.route': '/jobs', 'http.response.status_code': 200 },
    });
    expect(JSON.stringify(tracer.spans)).not.toContain('canary');
    const answered = lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'answered');
    expect(answered).toMatchObject({ trace_id: traceId, request_id: expect.any(String) });
  });

  it('starts a new trace when the header is missing or malformed', async () => {
    const tracer = recordingTracer();
    const app = await testApp({ tracer });
    await app.inject({ url: '/auth/me' });
    await app.inject({ url: '/auth/me', headers: { traceparent: 'nonsense' } });
    const traces = tracer.spans.map((span) => span.traceId);
    expect(new Set(traces).size).toBe(2);
    expect(tracer.spans.every(({ parentSpanId }) => parentSpanId === null)).toBe(true);
  });

  it('for an unknown path is recorded without the path', async () => {
    const tracer = recordingTracer();
    const app = await testApp({ tracer });
    await app.inject({ url: '/somewhere/canary.pdf' });
    expect(tracer.spans[0]?.attributes).toMatchObject({ 'http.route': 'none' });
    expect(JSON.stringify(tracer.spans)).not.toContain('canary');
  });

  it('to health and metrics endpoints is not traced', async () => {
    const tracer = recordingTracer();
    const app = await testApp({ tracer });
    for (const url of ['/health', '/livez', '/readyz', '/metrics']) await app.inject({ url });
    expect(tracer.spans).toEqual([]);
  });
});
