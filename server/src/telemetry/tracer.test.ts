/** The tracer and its exporter, the latter against a collector that really listens. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../../test/at-end.ts';
import { openSpanExporter } from './span-exporter.ts';
import { createTracer, type FinishedSpan } from './tracer.ts';

const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', sampled: true };

type Received = { headers: IncomingMessage['headers']; url: string | undefined; body: string };

async function collector(status = 200): Promise<{ endpoint: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, url: request.url, body: await text(request) });
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

describe('the tracer', () => {
  it('continues the trace it is given, and begins one otherwise', () => {
    const spans: FinishedSpan[] = [];
    const tracer = createTracer((span) => void spans.push(span));
    const span = tracer.begin('request', parent, { kind: 'server' });
    span.child('step').end('error');
    span.end();
    span.end('error');
    tracer.begin('other', null).end();
    expect(spans.map(({ name, failed }) => [name, failed])).toEqual([
      ['step', true],
      ['request', false],
      ['other', false],
    ]);
    const [step, request, other] = spans;
    expect(request).toMatchObject({ parentSpanId: parent.spanId, context: { traceId: parent.traceId } });
    expect(step).toMatchObject({
      parentSpanId: request?.context.spanId,
      context: { traceId: parent.traceId },
    });
    expect(other?.parentSpanId).toBeNull();
    expect(other?.context.traceId).not.toBe(parent.traceId);
  });

  it('records nothing of what is not sampled, but keeps its ids', () => {
    const spans: FinishedSpan[] = [];
    const sink = (span: FinishedSpan) => void spans.push(span);
    const silent = createTracer(sink).begin('request', { ...parent, sampled: false });
    silent.child('step').end();
    silent.end();
    expect(silent.context).toMatchObject({ traceId: parent.traceId, sampled: false });
    createTracer(sink, 0).begin('request', null).end();
    expect(spans).toEqual([]);
  });

  it('samples about the configured share', () => {
    let taken = 0;
    const tracer = createTracer(() => {
      taken += 1;
    }, 0.25);
    for (let n = 0; n < 4_000; n += 1) tracer.begin('request', null).end();
    expect(taken).toBeGreaterThan(850);
    expect(taken).toBeLessThan(1_150);
  });
});

describe('the exporter', () => {
  const settings = { headers: { authorization: 'Basic x' }, resource: { 'service.name': 'octavo-test' } };

  it('sends OTLP that names service, span, parent, kind, times, attributes and outcome', async () => {
    const { endpoint, received } = await collector();
    const exporter = openSpanExporter({ ...settings, endpoint, onDropped: () => expect.unreachable() });
    const beganAtMs = Date.now() - 5_000;
    const span = createTracer(exporter.sink).begin('attempt', parent, { kind: 'consumer', beganAtMs });
    span.setAttributes({ 'octavo.pages': 3, 'octavo.end': 'done' });
    span.addEvent('layout');
    span.end('error');
    await exporter.close();
    expect(received[0]).toMatchObject({ url: '/v1/traces', headers: { authorization: 'Basic x' } });
    const [group] = JSON.parse(received[0]?.body ?? '').resourceSpans;
    expect(group.resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'octavo-test' } },
    ]);
    const [sent] = group.scopeSpans[0].spans;
    expect(sent).toMatchObject({
      traceId: parent.traceId,
      parentSpanId: parent.spanId,
      name: 'attempt',
      kind: 5,
      startTimeUnixNano: `${beganAtMs}000000`,
      attributes: [
        { key: 'octavo.pages', value: { intValue: '3' } },
        { key: 'octavo.end', value: { stringValue: 'done' } },
      ],
      status: { code: 2 },
    });
    expect(BigInt(sent.endTimeUnixNano) - BigInt(sent.startTimeUnixNano)).toBeGreaterThan(4_900_000_000n);
    expect(sent.events[0]).toMatchObject({ name: 'layout' });
  });

  it.each([
    ['refuses', async () => (await collector(503)).endpoint],
    ['is away', async () => 'http://127.0.0.1:9'],
  ])('gives spans up when the collector %s, says so, and goes on', async (_, open) => {
    const dropped: number[] = [];
    const endpoint = await open();
    const exporter = openSpanExporter({ ...settings, endpoint, onDropped: (spans) => dropped.push(spans) });
    const tracer = createTracer(exporter.sink);
    tracer.begin('one', null).end();
    tracer.begin('two', null).end();
    await exporter.close();
    expect(dropped).toEqual([2]);
  });

  it('holds a bounded number of spans while the collector is slow', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    atEnd(() => {
      server.close();
      server.closeAllConnections();
    });
    let dropped = 0;
    const exporter = openSpanExporter({
      ...settings,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      onDropped: (spans) => {
        dropped += spans;
      },
    });
    const tracer = createTracer(exporter.sink);
    for (let n = 0; n < 10_000; n += 1) tracer.begin('many', null).end();
    server.closeAllConnections();
    await exporter.close();
    expect(dropped).toBeGreaterThan(10_000 - 4_096 - 512 - 1);
  }, 20_000);
});
