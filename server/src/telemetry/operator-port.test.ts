import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { openOperatorPort } from './operator-port.ts';

async function statuses(metricsAccess: { tokens: string[]; isOpen: boolean }, authorization?: string) {
  const operatorPort = await openOperatorPort({
    host: '127.0.0.1',
    port: 0,
    registry: new Registry(),
    metricsAccess,
    dependencies: {},
  });
  try {
    const statusOf = async (path: string) => {
      const headers = authorization === undefined ? {} : { authorization };
      return (await fetch(`http://127.0.0.1:${operatorPort.port}${path}`, { headers })).status;
    };
    return {
      metrics: await statusOf('/metrics'),
      livez: await statusOf('/livez'),
      readyz: await statusOf('/readyz'),
    };
  } finally {
    operatorPort.close();
  }
}

describe('the operator port of a worker', () => {
  it('refuses metrics unless the request has a token or the operator made them public', async () => {
    expect(await statuses({ tokens: [], isOpen: false })).toEqual({ metrics: 401, livez: 200, readyz: 200 });
    expect(await statuses({ tokens: [], isOpen: true })).toMatchObject({ metrics: 200 });
    expect(await statuses({ tokens: ['scrape'], isOpen: true })).toMatchObject({ metrics: 401 });
    expect(await statuses({ tokens: ['scrape'], isOpen: false }, 'Bearer scrape')).toMatchObject({
      metrics: 200,
    });
  });
});
