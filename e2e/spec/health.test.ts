/** GET /health and its neighbours for operators. */

import { nodes } from '@octavo/testkit/service-under-test/context.ts';
import { request } from '@octavo/testkit/service-under-test/request.ts';
import { describe, expect, it } from 'vitest';

describe('GET /health, 200', () => {
  it('GET /health needs no authentication [S-089]', async () =>
    expect((await request('/health')).status).toBe(200));
  it('GET /health answers {"status":"ok"} [S-090 O-140]', async () => {
    for (const node of nodes) {
      const answer = await request('/health', { node });
      expect({ status: answer.status, body: answer.json }).toEqual({ status: 200, body: { status: 'ok' } });
    }
  });
  it('GET /health is answered even with bad credentials [S-101]', async () => {
    const answer = await request('/health', { caller: { key: 'rubbish', session: 'rubbish' } });
    expect({ status: answer.status, body: answer.json }).toEqual({ status: 200, body: { status: 'ok' } });
  });
  it('GET /livez, /readyz and /metrics are there for operators [O-142]', async () => {
    expect((await request('/livez')).status).toBe(200);
    expect((await request('/readyz')).status).toBe(200);
    // Readable on the machine itself, closed to everybody else: either way it is there.
    expect([200, 401, 403]).toContain((await request('/metrics')).status);
  });
});
