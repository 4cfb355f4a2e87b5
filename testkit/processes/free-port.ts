/** Finds a free port that the kernel will not assign to another process after its owner was killed. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports of the service sets, and below those that the kernel hands out. */
const range = { from: 4_000, to: 9_000 };

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
