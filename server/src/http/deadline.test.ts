/** Whoever has gone is not waited for, and nothing of the waiting stays behind, whenever it was that they went. */
import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deadlineSignal, disconnectSignal } from './deadline.ts';

const server = createServer();
const replyOf = (raw: ServerResponse) => ({ raw }) as unknown as FastifyReply;

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

/** A request that is being answered, and its client. */
async function asked() {
  const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.on('error', () => {});
  client.end();
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const leave = async () => {
    const closed = once(response, 'close');
    client.destroy();
    await closed;
  };
  return { response, leave };
}

const open = () => new AbortController();
const timersAfter = (act: () => void) => {
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  act();
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length - before;
};

describe('a deadline signal', () => {
  it('ends when the client goes', async () => {
    const { response, leave } = await asked();
    const signal = deadlineSignal(replyOf(response), open().signal, 60_000);
    expect(signal.aborted).toBe(false);
    await leave();
    expect(signal.aborted).toBe(true);
  });

  it('has ended for a client that went before, and leaves no timer', async () => {
    const { response, leave } = await asked();
    await leave();
    const closing = open();
    const removed = vi.spyOn(closing.signal, 'removeEventListener');
    let signal: AbortSignal | undefined;
    expect(
      timersAfter(() => {
        signal = deadlineSignal(replyOf(response), closing.signal, 60_000);
      }),
    ).toBe(0);
    expect(signal?.aborted).toBe(true);
    expect(removed).toHaveBeenCalled();
  });

  it('ends when the server is about to go, and leaves no timer', async () => {
    const { response, leave } = await asked();
    const closing = open();
    let signal: AbortSignal | undefined;
    expect(
      timersAfter(() => {
        signal = deadlineSignal(replyOf(response), closing.signal, 60_000);
        closing.abort();
      }),
    ).toBe(0);
    expect(signal?.aborted).toBe(true);
    await leave();
  });

  it('ends when its time is up', async () => {
    const { response, leave } = await asked();
    const signal = deadlineSignal(replyOf(response), open().signal, 5);
    await once(signal, 'abort');
    await leave();
  });
});

describe('disconnectSignal', () => {
  it('tells of a client that goes, and of one that went before', async () => {
    const { response, leave } = await asked();
    const before = disconnectSignal(replyOf(response));
    await leave();
    expect([before.aborted, disconnectSignal(replyOf(response)).aborted]).toEqual([true, true]);
  });
});
