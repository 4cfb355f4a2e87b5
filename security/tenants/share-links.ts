/** What a share link opens for somebody without an account: the shared result, byte for byte, and no other route; nothing once it is revoked or has expired. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Reply, sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { observe } from '@octavo/testkit/invariants/journal.ts';
import { type Operation, pathFor } from './id-operations.ts';
import { post, type Tenant } from './tenant.ts';

export type ShareSetup = {
  readonly environment: TestEnvironment;
  /** The links are made and revoked at the first, and opened at all. */
  readonly nodes: readonly string[];
  /** Operations that a link must not open, and those it is for. */
  readonly others: readonly Operation[];
  readonly shared: readonly Operation[];
};

/** Long enough to be opened on every node, also on a busy machine. */
const linkLifeMs = 5_000;
/** Between the clock of this process and the one of the database. */
const clockToleranceMs = 100;

type Link = { readonly id: string; readonly token: string };

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function makeLink({ environment, nodes }: ShareSetup, owner: Tenant, body: object): Promise<Link> {
  const reply = await post(nodes[0] ?? '', owner.account, `/jobs/${owner.kept.job}/shares`, body);
  if (reply.status !== 201) throw new Error(`a share link: ${reply.status} ${reply.text}`);
  const link = reply.json as Link;
  environment.journal.secrets.add(link.token);
  return link;
}

/** The owner's route for the same file. */
const ownPath = (path: string, { kept }: Tenant) => path.replace(/^\/shared\//, `/jobs/${kept.job}/`);

function tracesIn(reply: Reply, tenants: readonly Tenant[]): readonly string[] {
  const shown = `${[...reply.headers].join()}${reply.text}`;
  const traces = tenants.flatMap(({ userId, account, kept, spare }) => {
    const { image: _, ...ids } = kept;
    const { image: __, ...more } = spare;
    return [userId, account.email, ...Object.values(ids), ...Object.values(more)];
  });
  return traces.filter((trace) => shown.includes(trace));
}

async function opensItsResult(setup: ShareSetup, owner: Tenant, link: Link, tenants: readonly Tenant[]) {
  const { environment, nodes, shared } = setup;
  const see = (what: string, holds: boolean) => observe(environment.journal, 'I15', what, holds);
  for (const operation of shared) {
    const path = pathFor(operation, owner.kept);
    for (const node of nodes) {
      const reply = await sendRequest(node, path, { method: operation.method, ...withToken(link.token) });
      see(`${operation.name} with a share link answered ${reply.status}`, reply.status === 200);
      see(`${operation.name} shows ${tracesIn(reply, tenants)}`, tracesIn(reply, tenants).length === 0);
      if (path === '/shared') continue;
      const own = await sendRequest(node, ownPath(path, owner), {
        method: operation.method,
        caller: owner.account,
      });
      see(`${operation.name} has other bytes than its job`, reply.bytes.equals(own.bytes));
    }
  }
}

async function opensNothingElse({ environment, nodes, others }: ShareSetup, owner: Tenant, link: Link) {
  const [node = ''] = nodes;
  for (const operation of others) {
    const path = pathFor(operation, owner.kept);
    const { headers, body } = operation.request(owner.kept);
    for (const credential of [{ authorization: `Bearer ${link.token}` }, { 'x-api-key': link.token }]) {
      const reply = await sendRequest(node, path, {
        method: operation.method,
        headers: { ...headers, ...credential },
        ...(body !== undefined && { body }),
      });
      const what = `${operation.name} with the token of a share link answered ${reply.status}`;
      observe(environment.journal, 'I15', what, reply.status === 401);
    }
  }
}

async function opensNothing(
  { environment, nodes, shared }: ShareSetup,
  owner: Tenant,
  token: string,
  why: string,
) {
  for (const operation of shared) {
    for (const node of nodes) {
      const path = pathFor(operation, owner.kept);
      const reply = await sendRequest(node, path, { method: operation.method, ...withToken(token) });
      const what = `${operation.name} with ${why} answered ${reply.status}`;
      observe(environment.journal, 'I15', what, reply.status === 404);
    }
  }
}

async function revoke({ nodes }: ShareSetup, { account, kept }: Tenant, { id }: Link): Promise<void> {
  const path = `/jobs/${kept.job}/shares/${id}`;
  const { status, text } = await sendRequest(nodes[0] ?? '', path, { method: 'DELETE', caller: account });
  if (status !== 204) throw new Error(`revoking a share link: ${status} ${text}`);
}

/** Opens its result first, so that a node that remembers an answer is noticed. */
async function expiredLink(setup: ShareSetup, owner: Tenant): Promise<string> {
  const expiresAtMs = Date.now() + linkLifeMs;
  const link = await makeLink(setup, owner, { expires_at: new Date(expiresAtMs).toISOString() });
  for (const node of setup.nodes) {
    const { status } = await sendRequest(node, '/shared', withToken(link.token));
    observe(setup.environment.journal, 'I15', `a new link answered ${status}`, status === 200);
  }
  await sleep(Math.max(0, expiresAtMs - Date.now()) + clockToleranceMs);
  return link.token;
}

/** A link to one block: no file, and nothing but the block. */
async function opensOneBlock(setup: ShareSetup, owner: Tenant) {
  const { environment, nodes, shared } = setup;
  const link = await makeLink(setup, owner, { ref: '/kids/0' });
  for (const operation of shared) {
    const path = pathFor(operation, owner.kept);
    const reply = await sendRequest(nodes[0] ?? '', path, {
      method: operation.method,
      ...withToken(link.token),
    });
    const expected = path === '/shared' ? 200 : 404;
    const what = `${operation.name} with a link to one block answered ${reply.status}`;
    observe(environment.journal, 'I15', what, reply.status === expected);
  }
  await revoke(setup, owner, link);
}

export async function checkShareLinks(setup: ShareSetup, tenants: readonly Tenant[]): Promise<void> {
  for (const owner of tenants) {
    const link = await makeLink(setup, owner, { name: 'tenant-secretname-share' });
    await opensItsResult(setup, owner, link, tenants);
    await opensNothingElse(setup, owner, link);
    await opensNothing(setup, owner, owner.account.session ?? '', 'a session');
    await opensNothing(
      setup,
      owner,
      `${link.token.slice(0, -1)}${link.token.endsWith('A') ? 'B' : 'A'}`,
      'another token',
    );
    await revoke(setup, owner, link);
    await opensNothing(setup, owner, link.token, 'a revoked link');
    await opensNothing(setup, owner, await expiredLink(setup, owner), 'an expired link');
    await opensOneBlock(setup, owner);
  }
}
