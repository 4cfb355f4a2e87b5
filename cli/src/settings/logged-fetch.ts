/** A fetch that logs requests and responses for --debug, without secrets. */
import type { Fetch } from '@octavo/sdk';
import { shortKey } from './settings.ts';

const secretHeaders: ReadonlySet<string> = new Set(['x-api-key', 'authorization', 'cookie']);
/** The response headers that help to find a problem. */
const loggedHeaders = [
  'content-type',
  'content-length',
  'retry-after',
  'idempotent-replayed',
  'x-request-id',
];

function headerText(name: string, value: string): string {
  if (!secretHeaders.has(name)) return `${name}: ${value}`;
  return `${name}: ${name === 'x-api-key' ? shortKey(value) : '…'}`;
}

/** Signed URLs carry credentials in the query. */
function withoutSignature(url: string): string {
  return url.replace(/([?&][^=&]*(?:signature|token|credential|key)[^=&]*=)[^&]*/gi, '$1…');
}

export function loggedFetch(fetch: Fetch, write: (line: string) => void): Fetch {
  let count = 0;
  return async (url, init) => {
    count += 1;
    const number = count;
    const startedAt = performance.now();
    const headers = [...new Headers(init.headers as Headers)].map(([name, value]) => headerText(name, value));
    write(`debug: #${number} > ${init.method ?? 'GET'} ${withoutSignature(url)}`);
    for (const header of headers) write(`debug: #${number} > ${header}`);
    const took = () => `${Math.round(performance.now() - startedAt)} ms`;
    try {
      const response = await fetch(url, init);
      write(`debug: #${number} < ${response.status} in ${took()}`);
      for (const name of loggedHeaders) {
        const value = response.headers.get(name);
        if (value !== null) write(`debug: #${number} < ${name}: ${value}`);
      }
      return response;
    } catch (error) {
      const { name, cause } = error as Error;
      const why = (cause as { code?: string } | undefined)?.code ?? name;
      write(`debug: #${number} < no response after ${took()} (${why})`);
      throw error;
    }
  };
}
