/** Bodies of requests: faults of JSON and of its content, limits, and bodies that no route expects. */
import { Type } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from './test-app.ts';

describe('a route with a JSON body', () => {
  let app: FastifyInstance;
  const lines: string[] = [];
  beforeAll(async () => {
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    app = await testApp({ logger }, async (routes) => {
      const body = Type.Object(
        { name: Type.String({ maxLength: 3 }), size: Type.Integer() },
        { additionalProperties: false },
      );
      routes.post('/echo', { schema: { body } }, async (request) => request.body);
      routes.get('/boom', async () => {
        throw new Error('password=canary');
      });
    });
  });
  const post = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': type } });

  it('400 lists every fault and its location', async () => {
    const answer = await post('{"name":"long","colour":1}');
    expect(answer.statusCode).toBe(400);
    const { errors, detail } = answer.json();
    expect(errors.map((fault: { loc: unknown[] }) => fault.loc)).toEqual(
      expect.arrayContaining([
        ['body', 'name'],
        ['body', 'size'],
        ['body', 'colour'],
      ]),
    );
    expect(detail).toContain('name');
  });

  it.each(['{', '', '{"name":}'])('400 for %j', async (payload) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_json' });
  });

  it('413 for a body beyond the limit', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(70_000) }));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ detail: expect.any(String), code: 'payload_too_large' });
  });

  it('415 for another media type', async () => {
    const answer = await post('<a/>', 'text/xml');
    expect(answer.statusCode).toBe(415);
    expect(answer.json()).toMatchObject({ detail: expect.any(String), code: 'unsupported_media_type' });
  });

  it('500 with a fixed text, and the cause in the log with the same request id', async () => {
    const answer = await app.inject('/boom');
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('canary');
    const logged = JSON.parse(lines.at(-1) ?? '{}');
    expect(logged.request_id).toBe(answer.headers['x-request-id']);
    expect(logged.err.message).toContain('canary');
  });
});

describe('an unexpected body', () => {
  const bodies: [string, string][] = [
    ['application/json', ''],
    ['application/json', '{'],
    ['text/xml', '<a/>'],
    ['application/json', 'x'.repeat(70_000)],
  ];

  it.each(bodies)('is ignored by DELETE and by a POST without a body: %s %.5s', async (type, payload) => {
    const app = await testApp({}, async (routes) => {
      routes.delete('/things', async (_request, reply) => reply.code(204).send(null));
      routes.post('/things/touch', async () => ({ touched: true }));
    });
    const headers = { 'content-type': type };
    const removed = await app.inject({ method: 'DELETE', url: '/things', payload, headers });
    expect(removed.statusCode).toBe(204);
    const touched = await app.inject({ method: 'POST', url: '/things/touch', payload, headers });
    expect(touched.statusCode).toBe(200);
  });
});
