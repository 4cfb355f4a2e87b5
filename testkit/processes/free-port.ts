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

/**
 * Until this process ends, no other run on this machine gets the port: a service may take a minute to listen on it, and
 * if another had it by then, its answers would be taken for ours. The name is an abstract socket, of which no file is left.
 */
export async function reservePort(port: number): Promise<boolean> {
  const holder = createServer().listen(`\0octavo-test-port-${port}`);
  try {
    await once(holder, 'listening');
  } catch {
    return false;
  }
  holder.unref();
  return true;
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from));
    if ((await isFree(port)) && (await reservePort(port))) return port;
  }
}
