/** A load of HTTP requests from a process of its own, so that making them costs the measured server nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

export type LoadRequest = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64, because a form with a PDF is binary. */
  readonly body?: string;
};

export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** One after the other on each connection, from the beginning again after the last. */
  readonly requests: readonly LoadRequest[];
};

export type LoadResult = {
  readonly perSecond: number;
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** Fails if any request fails: a refusal is faster than a result and would improve the figure. */
export async function httpLoad(load: Load): Promise<LoadResult> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(load));
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`the load ended with ${code}`);
  const outcome = JSON.parse(said) as LoadResult & { readonly failures: number; readonly reason: string };
  if (outcome.failures > 0)
    throw new Error(`${outcome.failures} requests failed at ${load.url}: ${outcome.reason}`);
  if (outcome.count === 0) throw new Error(`nothing was answered at ${load.url} within ${load.seconds} s`);
  return outcome;
}

async function run(load: Load): Promise<void> {
  const outcome = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    timeout: 60,
    requests: load.requests.map(({ body, ...request }) => ({
      ...request,
      ...(body === undefined ? {} : { body: Buffer.from(body, 'base64') }),
    })),
  });
  const { requests, latency, errors, non2xx, duration } = outcome;
  const result = {
    perSecond: requests.total / duration,
    count: requests.total,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    failures: errors + non2xx,
    reason: JSON.stringify({ errors, statuses: outcome.statusCodeStats }),
  };
  process.stdout.write(JSON.stringify(result));
}

if (import.meta.main) await run(JSON.parse(await text(process.stdin)) as Load);
