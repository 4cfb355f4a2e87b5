/** Sends a drawn request and reads its response, with Node's HTTP client. */
import { randomBytes } from 'node:crypto';
import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Operation } from './contract.ts';
import { type FormPart, type FuzzBody, type FuzzRequest, ownJobId, ownUploadId } from './fuzz-request.ts';
import { type ResourcePool, segmentFor } from './resource-pool.ts';

export type WireRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
};

export type WireAnswer = {
  /** 0 if there was no response. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: number;
  /** Undefined where the body is not JSON. */
  readonly json: unknown;
  readonly fault?: string;
};

/** Files that parts of a form may carry; made once. */
export type Files = Readonly<Record<'pdf' | 'locked' | 'no-pdf' | 'large', Buffer>>;

export type Rendering = {
  readonly files: Files;
  readonly resources: ResourcePool;
  readonly fileName: string;
};

const readMsMax = 20_000;
const streamMs = 100;

const withOwnIds = (text: string, { resources: { own } }: Rendering) =>
  text.replaceAll(ownJobId, own.jobs.at(-1) ?? '').replaceAll(ownUploadId, own.uploads.at(-1) ?? '');

function contentOf({ content }: FormPart, { files, resources }: Rendering): Buffer {
  if (content.kind === 'text') return Buffer.from(content.text);
  if (content.kind === 'own job') return Buffer.from(resources.own.jobs.at(-1) ?? '');
  if (content.kind === 'own upload') return Buffer.from(resources.own.uploads.at(-1) ?? '');
  if (content.kind === 'document url') return Buffer.from(resources.documentUrl);
  return files[content.kind];
}

/** Line breaks would end the header; every other character is allowed in a name. */
const quoted = (text: string) => text.replace(/[\r\n"]/g, '_').toWellFormed();

function partOf(part: FormPart, rendering: Rendering): Buffer {
  // Every file has a name of its own at the end of the drawn one, so that its job can be identified.
  const named = part.fileName === undefined && part.name !== 'file';
  const file = named ? '' : `; filename="${quoted(part.fileName ?? '')}${rendering.fileName}"`;
  const type = part.type === undefined ? '' : `content-type: ${quoted(part.type)}\r\n`;
  const head = `content-disposition: form-data; name="${quoted(part.name)}"${file}\r\n${type}\r\n`;
  return Buffer.concat([Buffer.from(head), contentOf(part, rendering), Buffer.from('\r\n')]);
}

type Sent = { readonly body: Buffer; readonly type: string | null };

function formOf({ parts, damage }: FuzzBody & { kind: 'form' }, rendering: Rendering): Sent {
  const boundary = `fuzz-${randomBytes(8).toString('hex')}`;
  const between = Buffer.from(`--${boundary}\r\n`);
  const chosen = damage === 'twice' ? [...parts, ...parts] : parts;
  const whole = Buffer.concat([
    ...chosen.flatMap((part) => [between, partOf(part, rendering)]),
    Buffer.from(damage === 'no end' ? '' : `--${boundary}--\r\n`),
  ]);
  const body = damage === 'cut' ? whole.subarray(0, Math.floor(whole.length / 2)) : whole;
  const named = { 'wrong boundary': 'other', 'no boundary': '' }[damage as string] ?? boundary;
  const type = damage === 'no boundary' ? 'multipart/form-data' : `multipart/form-data; boundary=${named}`;
  return { body: damage === 'bare' ? Buffer.alloc(0) : body, type };
}

function sentOf(body: FuzzBody, rendering: Rendering): Sent | null {
  if (body.kind === 'none') return null;
  return body.kind === 'form'
    ? formOf(body, rendering)
    : { body: Buffer.from(withOwnIds(body.text, rendering).toWellFormed()), type: body.type };
}

function pathOf(operation: Operation, drawn: FuzzRequest, resources: ResourcePool): string {
  const decided: string[] = [];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const choice = drawn.ids[name] ?? { kind: 'absent' };
    const segment = segmentFor(resources, operation.path, name, choice, decided);
    decided.push(segment);
    return segment;
  });
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  const query = drawn.query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return query === '' ? path : `${path}?${query}`;
}

export function toWire(operation: Operation, drawn: FuzzRequest, rendering: Rendering): WireRequest {
  const sent = sentOf(drawn.body, rendering);
  return {
    method: drawn.method,
    path: pathOf(operation, drawn, rendering.resources),
    headers: {
      ...Object.fromEntries(drawn.headers),
      ...rendering.resources.credentials[drawn.caller],
      ...(sent === null ? {} : { 'content-length': String(sent.body.length) }),
      ...(sent?.type ? { 'content-type': sent.type } : {}),
    },
    body: sent?.body ?? null,
  };
}

const noAnswer = (fault: string): WireAnswer => ({
  status: 0,
  headers: {},
  text: '',
  bytes: 0,
  json: undefined,
  fault,
});

function parsed(type: string | undefined, text: string): unknown {
  if (!type?.includes('json')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function send(
  node: string,
  agent: Agent,
  { method, path, headers, body }: WireRequest,
): Promise<WireAnswer> {
  const { hostname, port } = new URL(node);
  return new Promise((resolve) => {
    const asked = request({ hostname, port, agent, method, path, headers, timeout: readMsMax });
    asked.on('error', (error) => resolve(noAnswer(error.message)));
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${readMsMax} ms`)));
    asked.on('response', (came) => {
      const chunks: Buffer[] = [];
      const type = came.headers['content-type'];
      const end = () => {
        const whole = Buffer.concat(chunks);
        const text = whole.toString('utf8');
        const status = came.statusCode ?? 0;
        resolve({ status, headers: came.headers, text, bytes: whole.length, json: parsed(type, text) });
      };
      came.on('data', (chunk: Buffer) => chunks.push(chunk));
      came.on('end', end).on('error', (error) => resolve(noAnswer(error.message)));
      // An event stream ends only when the client closes it.
      if (came.statusCode === 200 && type?.startsWith('text/event-stream')) {
        setTimeout(() => {
          end();
          asked.destroy();
        }, streamMs);
      }
    });
    asked.end(body ?? undefined);
  });
}
