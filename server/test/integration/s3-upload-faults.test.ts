/** An upload that the storage interrupts fails as unavailable, closes its body and stores nothing. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { ListMultipartUploadsCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBlobs } from '../../src/s3/blobs.ts';
import { blocks, bodyOf, measured, mebibyte, sha256 } from '../contracts/blob-samples.ts';
import { type FreshBucket, freshBucket } from './fresh-bucket.ts';

const isUnavailable = expect.objectContaining({ code: 'service_unavailable' });

/** A proxy to the storage that closes the connection of selected requests. */
function disconnectingProxy(
  target: URL,
  on: (incoming: IncomingMessage) => boolean | Promise<boolean>,
): Server {
  return createServer(async (incoming, outgoing) => {
    if (await on(incoming)) {
      incoming.socket.destroy();
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
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
}

/** 20 MiB and then nothing: the upload ends only if it is aborted. */
function stallingBody(): Readable {
  let left = 20;
  return new Readable({
    read() {
      if (left > 0) this.push(Buffer.alloc(mebibyte, left));
      left -= 1;
    },
  });
}

/** Once the first bytes of the body have arrived. */
const afterSome = (incoming: IncomingMessage) => once(incoming, 'readable').then(() => true);

const file = () => measured(Buffer.concat([...blocks(20 * mebibyte)]));

const finite = () => Readable.from(Array.from({ length: 20 }, (_, index) => Buffer.alloc(mebibyte, index)));

describe('an upload that the storage interrupts', () => {
  let bucket: FreshBucket;
  beforeAll(async () => {
    bucket = await freshBucket();
  });
  afterAll(() => bucket.remove());

  async function blobsBehindProxy(on: Parameters<typeof disconnectingProxy>[1]) {
    const proxy = disconnectingProxy(new URL(bucket.settings.endpoint), on).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const blobs = openBlobs({ ...bucket.settings, endpoint: `http://127.0.0.1:${port}` });
    onTestFinished(() => {
      blobs.close();
      proxy.closeAllConnections();
      proxy.close();
    });
    return blobs;
  }

  const isCompletion = ({ method, url }: IncomingMessage) =>
    method === 'POST' && url?.includes('uploadId=') === true;

  async function uploadOfOnePart() {
    const blobs = openBlobs(bucket.settings);
    const prefix = `${randomUUID()}/`;
    onTestFinished(async () => {
      await blobs.deletePrefix(prefix);
      blobs.close();
    });
    const key = `${prefix}source.pdf`;
    const target = { key, uploadId: await blobs.beginParts(key, 'application/pdf') };
    const body = Buffer.from('the only part');
    const url = await blobs.signedPartUrl(target, { number: 1, bytes: body.length, expiresInSeconds: 60 });
    await fetch(url, { method: 'PUT', body });
    return { blobs, target, parts: (await blobs.storedParts(target)) ?? [] };
  }

  it('is completed if another request completes its parts, however long that takes', async () => {
    const { blobs, target, parts } = await uploadOfOnePart();
    let other: Promise<void> | undefined;
    const interrupted = await blobsBehindProxy((incoming) => {
      if (!isCompletion(incoming)) return false;
      other ??= setTimeout(2_000).then(() => blobs.completeParts(target, parts));
      return true;
    });
    await interrupted.completeParts(target, parts);
    expect((await blobs.head(target.key))?.bytes).toBe(13);
    await other;
  });

  it('is unavailable if its parts are completed by nobody', async () => {
    const { blobs, target, parts } = await uploadOfOnePart();
    const interrupted = await blobsBehindProxy(isCompletion);
    await expect(interrupted.completeParts(target, parts)).rejects.toEqual(isUnavailable);
    expect(await blobs.head(target.key)).toBeNull();
  });

  async function left() {
    const { bucket: Bucket } = bucket.settings;
    const { Uploads = [] } = await bucket.client.send(new ListMultipartUploadsCommand({ Bucket }));
    const { Versions = [] } = await bucket.client.send(new ListObjectVersionsCommand({ Bucket }));
    return [...Uploads, ...Versions];
  }

  const isPost = ({ method }: IncomingMessage) => method === 'POST';
  it.each([
    ['at its start', ({ url }: IncomingMessage) => url?.includes('?uploads') ?? false, stallingBody],
    [
      'in a part, while the body stalls',
      ({ url }: IncomingMessage) => url?.includes('partNumber=2') ?? false,
      stallingBody,
    ],
    [
      'at its end',
      (incoming: IncomingMessage) => isPost(incoming) && (incoming.url?.includes('uploadId') ?? false),
      finite,
    ],
  ])('%s fails as unavailable, closes the body and stores nothing', async (_when, on, makeBody) => {
    const blobs = await blobsBehindProxy(on);
    const body = makeBody();
    await expect(blobs.put('jobs/1/a.bin', body, { contentType: 'a/b' })).rejects.toEqual(isUnavailable);
    expect(body.destroyed).toBe(true);
    expect(await left()).toEqual([]);
  });

  it('in the middle of a file on every attempt fails as unavailable and stores nothing', async () => {
    let attempts = 0;
    const blobs = await blobsBehindProxy((incoming) => {
      attempts += 1;
      return afterSome(incoming);
    });
    await expect(blobs.putFile('jobs/1/a.bin', file(), { contentType: 'a/b' })).rejects.toEqual(
      isUnavailable,
    );
    expect(attempts).toBe(3);
    expect(await left()).toEqual([]);
  });

  it('in the middle of a file twice is repeated from the first byte', async () => {
    let attempts = 0;
    const blobs = await blobsBehindProxy((incoming) => {
      attempts += 1;
      return attempts < 3 && afterSome(incoming);
    });
    const source = file();
    await blobs.putFile('jobs/1/a.bin', source, { contentType: 'a/b' });
    expect(attempts).toBe(3);
    expect(sha256(await bodyOf(blobs, 'jobs/1/a.bin'))).toBe(source.sha256);
    await blobs.deletePrefix('jobs/1/');
  });
});
