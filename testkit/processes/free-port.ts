/** Finds a free port that the kernel will not assign to another process after its owner was killed. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports of the service sets and those that the kernel hands out, above the last port below them that
 * `fetch` refuses (6697; "bad ports" in the Fetch standard).
 */
const range = { from: 6_700, to: 9_000 };

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from));
    if (await isFree(port)) return port;
  }
}
