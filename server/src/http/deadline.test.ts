/** Signals end when a client disconnects, before or after they are created, and leave no timer behind. */
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

/** An open request on the server side, and a function that disconnects its client. */
async function openRequest() {
  const client = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.on('error', () => {});
  client.end();
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const disconnect = async () => {
    const closed = once(response, 'close');
    client.destroy();
    await closed;
  };
  return { response, disconnect };
}

const newController = () => new AbortController();
const timersAfter = (act: () => void) => {
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  act();
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length - before;
};

describe('a deadline signal', () => {
  it('aborts when the client disconnects', async () => {
    const { response, disconnect } = await openRequest();
    const signal = deadlineSignal(replyOf(response), newController().signal, 60_000);
    expect(signal.aborted).toBe(false);
    await disconnect();
    expect(signal.aborted).toBe(true);
  });

  it('is already aborted for a client that disconnected before, and leaves no timer', async () => {
    const { response, disconnect } = await openRequest();
    await disconnect();
    const closing = newController();
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

  it('aborts when the server shuts down, and leaves no timer', async () => {
    const { response, disconnect } = await openRequest();
    const closing = newController();
    let signal: AbortSignal | undefined;
    expect(
      timersAfter(() => {
        signal = deadlineSignal(replyOf(response), closing.signal, 60_000);
        closing.abort();
      }),
    ).toBe(0);
    expect(signal?.aborted).toBe(true);
    await disconnect();
  });

  it('aborts at the deadline', async () => {
    const { response, disconnect } = await openRequest();
    const signal = deadlineSignal(replyOf(response), newController().signal, 5);
    await once(signal, 'abort');
    await disconnect();
  });
});

describe('disconnectSignal', () => {
  it('aborts for a client that disconnects and for one that disconnected before', async () => {
    const { response, disconnect } = await openRequest();
    const before = disconnectSignal(replyOf(response));
    await disconnect();
    expect([before.aborted, disconnectSignal(replyOf(response)).aborted]).toEqual([true, true]);
  });
});
