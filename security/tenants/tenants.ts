/** Scenario `tenants`: every operation, route of other services and MCP tool with an id, by three users, on their own, each other's, absent and malformed ids; and what share links open. */

import { randomUUID } from 'node:crypto';
import { credentialHeaders } from '@octavo/testkit/client/credentials.ts';
import { jobOf, type Reply, sendRequest } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept, observe } from '@octavo/testkit/invariants/journal.ts';
import { startProcesses, waitForDone } from '@octavo/testkit/load/start-processes.ts';
import type { Context, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import { observedFigure } from '../figures.ts';
import { type Kind, type Named, type Operation, pathFor, readContract } from './id-operations.ts';
import { mcpOperations } from './mcp-operations.ts';
import { checkShareLinks } from './share-links.ts';
import { makeTenant, stateOf, type Tenant } from './tenant.ts';

type Setup = { readonly environment: TestEnvironment; readonly node: string };

const malformed = ['no-uuid', '00000000-0000-0000-0000-00000000000g', '%2e%2ex', "'; select 1", 'null'];

/** An event stream does not end, so its first bytes are the response. */
const streamMs = 1_500;

async function listen(node: string, path: string, account: Account): Promise<Reply> {
  const stop = AbortSignal.timeout(streamMs);
  const response = await fetch(new URL(path, node), { headers: credentialHeaders(account), signal: stop });
  let text = '';
  try {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8');
  } catch {
    // Closed by this client.
  }
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(text),
    text,
    json: undefined,
  };
}

function call(node: string, operation: Operation, caller: Account, ids: Named): Promise<Reply> {
  const path = pathFor(operation, ids);
  if (path.endsWith('/events')) return listen(node, path, caller);
  return sendRequest(node, path, {
    method: operation.method,
    caller,
    timeoutMs: 8_000,
    ...operation.request(ids),
  });
}

/** The response without request id, date and duration, to compare two refusals. */
function shapeOf({ status, headers, text }: Reply, { comparable }: Operation): string {
  const differing = ['x-request-id', 'date', 'connection', 'keep-alive'];
  const kept = [...headers]
    .filter(([name]) => !differing.includes(name))
    .map(([name, value]) => `${name}: ${value}`);
  return [status, ...kept, comparable(text)].join('\n');
}

const deleteJob = 'DELETE /jobs/{id}';

/** Records in the journal what the owner's call did. */
async function record(
  { environment, node }: Setup,
  { name }: Operation,
  me: Tenant,
  reply: Reply,
): Promise<void> {
  const { journal } = environment;
  const { account, spare } = me;
  if (name === deleteJob && reply.status === 204) journal.deleted.set(spare.job, Date.now());
  if (reply.status !== 201 || name.endsWith('/shares')) return;
  const { id } = jobOf(reply);
  accept(journal, id, { tag: id, account: account.email, formats: [], document: 'rich', isReuse: true });
  await waitForDone(node, account, id);
}

/** An operation must work for its owner, otherwise refusing others proves nothing. Deletions come last, that of the job after those of its parts. */
async function failedForOwner(setup: Setup, operations: readonly Operation[], me: Tenant): Promise<string[]> {
  const failed: string[] = [];
  const rank = ({ method, name }: Operation) => (name === deleteJob ? 2 : method === 'DELETE' ? 1 : 0);
  for (const operation of operations.toSorted((a, b) => rank(a) - rank(b))) {
    const ids = operation.isReading ? me.kept : me.spare;
    // Before the request: the invariants are checked meanwhile, and the job may be gone before the reply arrives.
    if (operation.name === deleteJob) setup.environment.journal.deletionAsked.add(me.spare.job);
    const reply = await call(setup.node, operation, me.account, ids);
    await record(setup, operation, me, reply);
    if (operation.outcome(reply) !== 'done') failed.push(`${operation.name}: ${reply.status}`);
  }
  return failed;
}

const absentIds = (): Named => ({
  job: randomUUID(),
  otherJob: randomUUID(),
  apiKey: randomUUID(),
  webhook: randomUUID(),
  delivery: randomUUID(),
  share: randomUUID(),
  image: 'none.png',
  erasure: randomUUID(),
  upload: randomUUID(),
});

/** Every choice of at least one of the ids an operation names. */
function choices(kinds: readonly Kind[]): readonly (readonly Kind[])[] {
  const [first, ...others] = kinds;
  if (first === undefined) return [];
  const rest = choices(others);
  return [[first], ...rest, ...rest.map((chosen) => [first, ...chosen])];
}

/** The ids of one set, and those of these kinds from another. */
function mixed(own: Named, other: Named, kinds: readonly Kind[]): Named {
  return { ...own, ...Object.fromEntries(kinds.map((kind) => [kind, other[kind]])) };
}

async function foreignEqualsAbsent(
  { environment, node }: Setup,
  operation: Operation,
  me: Tenant,
  other: Tenant,
): Promise<void> {
  const see = (what: string, holds: boolean) =>
    observe(environment.journal, 'I15', `${operation.name} ${what}`, holds);
  for (const kinds of choices(operation.kinds)) {
    const foreign = await call(node, operation, me.account, mixed(me.kept, other.kept, kinds));
    const absent = await call(node, operation, me.account, mixed(me.kept, absentIds(), kinds));
    const named = kinds.join(' and ');
    see(`with a foreign ${named} answered ${foreign.status}`, operation.outcome(foreign) === 'not found');
    const shapes = [foreign, absent].map((reply) => shapeOf(reply, operation));
    see(`foreign and absent ${named} differ:\n${shapes.join('\n--\n')}`, shapes[0] === shapes[1]);
  }
  for (const kind of operation.kinds) {
    for (const bad of malformed) {
      const reply = await call(node, operation, me.account, { ...me.kept, [kind]: bad });
      see(
        `of ${kind} ${bad} answered ${reply.status}`,
        ['not found', 'refused'].includes(operation.outcome(reply)),
      );
    }
  }
}

/** No response contains ids or email addresses of another tenant. */
async function noTraceOf(
  { environment, node }: Setup,
  operation: Operation,
  me: Tenant,
  others: readonly Tenant[],
) {
  const reply = await call(node, operation, me.account, me.kept);
  const traces = others.flatMap(({ userId, account, kept, spare }) => {
    const { image: _, ...ids } = kept;
    const { image: __, ...more } = spare;
    return [userId, account.email, ...Object.values(ids), ...Object.values(more)];
  });
  const found = traces.filter((trace) => `${shapeOf(reply, operation)}${reply.text}`.includes(trace));
  observe(environment.journal, 'I15', `${operation.name} shows ${found.join()}`, found.length === 0);
}

async function run(context: Context): Promise<Outcome> {
  const { environment } = context;
  const { apis, accounts } = await startProcesses(context, { apis: 2, workers: 1, accounts: 3 });
  const node = apis[0]?.url ?? '';
  const setup = { environment, node };
  const contract = readContract();
  const owners: Tenant[] = [];
  for (const [number, account] of accounts.entries())
    owners.push(await makeTenant(environment, node, account, number));
  const [first] = accounts;
  if (!first) throw new Error('the run needs accounts');
  const mcp = await mcpOperations(node, first);
  const all = [...contract.all, ...mcp.all];
  const withId = [...contract.withId, ...mcp.all.filter(({ kinds }) => kinds.length > 0)];
  const uncovered = [...contract.uncovered, ...mcp.uncovered];
  const failed: string[] = [];
  for (const me of owners) failed.push(...(await failedForOwner(setup, withId, me)));
  const before = await Promise.all(owners.map((tenant) => stateOf(node, tenant)));
  for (const me of owners) {
    const others = owners.filter((tenant) => tenant !== me);
    for (const operation of withId) {
      for (const other of others) await foreignEqualsAbsent(setup, operation, me, other);
    }
    for (const operation of all.filter((one) => one.isReading)) await noTraceOf(setup, operation, me, others);
  }
  await checkShareLinks(
    {
      environment,
      nodes: apis.map(({ url }) => url),
      others: contract.all.filter(({ isPublic }) => !isPublic),
      shared: contract.shared,
    },
    owners,
  );
  for (const [number, tenant] of owners.entries()) {
    const after = await stateOf(node, tenant);
    observe(
      environment.journal,
      'I15',
      `changed by others:\n${before[number]}\n${after}`,
      before[number] === after,
    );
  }
  const worked = withId.filter(({ name }) => !failed.some((text) => text.startsWith(`${name}: `)));
  return {
    load: `3 users × ${withId.length} operations and MCP tools with an id × own, foreign, absent, malformed; 6 share links × ${contract.all.length + contract.shared.length} operations`,
    misses: [
      ...uncovered.map((name) => `${name} has an id and is not covered`),
      ...failed.map((text) => `does not work for its owner: ${text}`),
    ],
    figures: [
      observedFigure(
        environment.journal,
        'I15',
        'leaks between accounts, or differences between foreign and absent ids',
      ),
    ],
    notes: [`${worked.length} of ${withId.length} operations with an id worked for their owner`],
  };
}

export const tenants: Scenario = {
  name: 'tenants',
  about: 'every operation and MCP tool with own, foreign, absent and malformed ids, and with share links',
  doesNotShow: 'response timing is not measured',
  corruptions: [corruptions.foreignOutput],
  env: () => ({ OCTAVO_COMPATIBLE_API: 'true', OCTAVO_DIRECT_UPLOADS: 'true' }),
  run,
};
