/** A loopback server through which tests create accounts, change tiers, resize the workers and issue unusual tokens. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Mint, mintToken, type TokenChange } from '../accounts/mint-token.ts';
import type { TestAccounts } from '../accounts/test-accounts.ts';
import type { Workers } from './workers.ts';

export type ControlServer = { readonly url: string; close(): Promise<void> };

type Request = {
  readonly tier?: string;
  readonly email?: string;
  readonly count?: number;
  readonly corsOrigins?: readonly string[];
} & TokenChange;
type Verb = (request: Request) => Promise<unknown>;

export type ControlTargets = {
  readonly testAccounts: TestAccounts;
  readonly workers: Workers;
  readonly mint: Mint;
  startNode(corsOrigins: readonly string[]): Promise<{ url: string; pid: number }>;
};

export async function openControlServer({
  testAccounts,
  workers,
  mint,
  startNode,
}: ControlTargets): Promise<ControlServer> {
  const verbs: Readonly<Record<string, Verb>> = {
    '/accounts': ({ tier = 'free' }) => testAccounts.open(tier),
    '/sign-in': () => testAccounts.signInFresh(),
    '/tier': async ({ email = '', tier = '' }) => {
      await testAccounts.setTier(email, tier);
      return {};
    },
    '/workers': async ({ count = 0 }) => {
      await workers.resize(count);
      return {};
    },
    '/kill-workers': async () => {
      await workers.kill();
      return {};
    },
    '/node': ({ corsOrigins = [] }) => startNode(corsOrigins),
    '/usage': ({ email = '' }) => testAccounts.usage(email),
    '/tokens': async (change) => ({ token: await mintToken(mint, change) }),
  };
  const server = createServer((incoming, outgoing) => {
    answer(verbs, incoming).then(
      (reply) => outgoing.end(JSON.stringify(reply)),
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => close(server) };
}

async function answer(verbs: Readonly<Record<string, Verb>>, incoming: IncomingMessage): Promise<unknown> {
  const verb = verbs[incoming.url ?? ''];
  if (verb === undefined) throw new Error(`the control server has no route ${incoming.url}`);
  let text = '';
  for await (const part of incoming) text += part;
  return verb(JSON.parse(text) as Request);
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
