/** Small files are stored and objects read without the SDK, which takes over where that fails. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBlobs } from '../../src/s3/blobs.ts';
import { bodyOf, measured } from '../contracts/blob-samples.ts';
import { type FreshBucket, freshBucket } from './fresh-bucket.ts';

const isOfSdk = ({ headers }: IncomingMessage) => headers['user-agent']?.includes('aws-sdk-js') ?? false;
const contentType = 'text/markdown; charset=utf-8';
const file = () => measured(Buffer.from('# a small file'));

describe('requests without the SDK', () => {
  let bucket: FreshBucket;
  beforeAll(async () => {
    bucket = await freshBucket();
  });
  afterAll(() => bucket.remove());

  /** Behind a proxy that records who sent each request, and answers those that `refuses` names with 503. */
  async function observed(refuses: (incoming: IncomingMessage) => boolean = () => false) {
    const target = new URL(bucket.settings.endpoint);
    const senders: string[] = [];
    const proxy = createServer((incoming, outgoing) => {
      senders.push(`${isOfSdk(incoming) ? 'SDK' : 'direct'} ${incoming.method}`);
      if (refuses(incoming)) {
        incoming.resume();
        outgoing.writeHead(503).end();
        return;
      }
      const { method = 'GET', url = '/', headers } = incoming;
      const onward = request(
        { host: target.hostname, port: target.port, method, path: url, headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      incoming.pipe(onward);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const blobs = openBlobs({ ...bucket.settings, endpoint: `http://127.0.0.1:${port}` });
    onTestFinished(async () => {
      await blobs.deletePrefix('jobs/1/');
      blobs.close();
      proxy.closeAllConnections();
      proxy.close();
    });
    return { blobs, senders };
  }

  it('store a small file and read it, also in part, with one request each', async () => {
    const { blobs, senders } = await observed();
    await blobs.putFile('jobs/1/a (ü).md', file(), { contentType });
    expect((await bodyOf(blobs, 'jobs/1/a (ü).md')).toString()).toBe('# a small file');
    const part = await blobs.get('jobs/1/a (ü).md', { range: { start: 2, end: 6 } });
    expect(part).toMatchObject({ bytes: 5, totalBytes: 14, contentType });
    part?.body.destroy();
    expect(senders).toEqual(['direct PUT', 'direct GET', 'direct GET']);
  });

  it('leave a file to the SDK that is larger than a block', async () => {
    const { blobs, senders } = await observed();
    await blobs.putFile('jobs/1/large', measured(Buffer.alloc(300_000)), { contentType });
    expect(senders).toEqual(['SDK PUT']);
  });

  it('leave everything to the SDK for a while once one has failed', async () => {
    const { blobs, senders } = await observed((incoming) => !isOfSdk(incoming));
    await blobs.putFile('jobs/1/a', file(), { contentType });
    await blobs.putFile('jobs/1/b', file(), { contentType });
    expect((await bodyOf(blobs, 'jobs/1/a')).toString()).toBe('# a small file');
    expect(senders).toEqual(['direct PUT', 'SDK PUT', 'SDK PUT', 'SDK GET']);
  });

  it('go on after an object that does not exist', async () => {
    const { blobs, senders } = await observed();
    expect(await blobs.get('jobs/1/missing')).toBeNull();
    await blobs.putFile('jobs/1/a', file(), { contentType });
    await expect(blobs.get('jobs/1/a', { range: { start: 99 } })).rejects.toThrow(RangeError);
    await bodyOf(blobs, 'jobs/1/a');
    expect(senders.filter((sender) => sender.startsWith('direct'))).toEqual([
      'direct GET',
      'direct PUT',
      'direct GET',
      'direct GET',
    ]);
  });

  it('end with the reason of the signal, and store nothing', async () => {
    const aborted = AbortSignal.abort(new Error('the lease ran out'));
    const { blobs, senders } = await observed();
    await expect(blobs.putFile('jobs/1/a', file(), { contentType, signal: aborted })).rejects.toThrow(
      'the lease ran out',
    );
    await expect(blobs.get('jobs/1/a', { signal: aborted })).rejects.toThrow('the lease ran out');
    expect(senders).toEqual([]);
  });
});
