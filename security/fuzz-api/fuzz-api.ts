/** Scenario `fuzz-api`: thousands of requests drawn from the published contract and the tools of MCP, against a healthy service. */
import { join } from 'node:path';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { openReceiver } from '@octavo/testkit/client/webhook-receiver.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { corruptions } from '@octavo/testkit/invariants/corruptions.ts';
import { accept, countAnswer, type Journal } from '@octavo/testkit/invariants/journal.ts';
import { createKey } from '@octavo/testkit/load/create-key.ts';
import { hiddenWords, richKind } from '@octavo/testkit/load/document-kinds.ts';
import { startProcesses, submitOne, waitForDone } from '@octavo/testkit/load/start-processes.ts';
import { waitUntilQuiet } from '@octavo/testkit/load/wait-until-quiet.ts';
import { type Member, repository } from '@octavo/testkit/processes/fleet.ts';
import type { Context, Figure, Outcome, Scenario } from '@octavo/testkit/runner/scenario.ts';
import fc from 'fast-check';
import { zeroFigure } from '../figures.ts';
import { brokenRequests, sendBroken } from './broken-http.ts';
import { readContract, readOpenApi } from './contract.ts';
import { type Exchange, type Finding, fuzz, reproduction } from './fuzz.ts';
import { fuzzMcp, type McpFuzzResult } from './fuzz-mcp.ts';
import { noResources, type ResourceIds, type ResourcePool } from './resource-pool.ts';
import type { Files } from './wire.ts';

const sizes = {
  short: { requests: 1_500, broken: 60, mcp: 400 },
  full: { requests: 19_600, broken: 400, mcp: 4_000 },
};

const files: Files = {
  pdf: makeDocument({ title: hiddenWords }),
  locked: makeDocument({ title: hiddenWords, password: 'open sesame' }),
  'no-pdf': Buffer.from('not a PDF'),
  large: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(26 * 1_048_576)]),
};

/** Where the receiver of webhooks also serves a PDF, for `source_url`. */
const documentPath = '/document.pdf';

const postJson = (node: string, caller: Account, path: string, body: object) =>
  sendRequest(node, path, {
    method: 'POST',
    caller,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Creates one resource of each kind, so that the first requests already find something. */
async function createResources(
  environment: TestEnvironment,
  node: string,
  account: Account,
  receiver: string,
): Promise<ResourceIds> {
  const ids = noResources();
  const kind = richKind();
  const job = await submitOne(environment, node, account, kind, `fuzz-secretname-${account.email}.pdf`);
  await waitForDone(node, account, job);
  ids.jobs.push(job);
  const deleted = await submitOne(
    environment,
    node,
    account,
    kind,
    `fuzz-secretname-${account.email}-deleted.pdf`,
  );
  await deleteOne(environment, node, account, deleted);
  ids.erasures.push(deleted);
  const upload = await postJson(node, account, '/uploads', { bytes: 20_000_000 });
  ids.uploads.push((upload.json as { id: string }).id);
  const made = await postJson(node, account, '/webhooks', { url: `${receiver}/hook` });
  const webhook = (made.json as { id: string; secret: string }) ?? { id: '', secret: '' };
  environment.journal.secrets.add(webhook.secret);
  ids.webhooks.push(webhook.id);
  const test = await sendRequest(node, `/webhooks/${webhook.id}/test`, { method: 'POST', caller: account });
  ids.deliveries.set(webhook.id, [(test.json as { id: string }).id]);
  return ids;
}

/** Returns the token of a link to the first job. */
async function createShare({ journal }: TestEnvironment, node: string, caller: Account, ids: ResourceIds) {
  const [job = ''] = ids.jobs;
  const made = await sendRequest(node, `/jobs/${job}/shares`, {
    method: 'POST',
    caller,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (made.status !== 201) throw new Error(`a share link: ${made.status} ${made.text}`);
  const { id, token } = made.json as { id: string; token: string };
  journal.secrets.add(token);
  ids.shares.set(job, [id]);
  return token;
}

async function deleteOne({ journal }: TestEnvironment, node: string, caller: Account, id: string) {
  journal.deletionAsked.add(id);
  const { status, text } = await sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller });
  if (status !== 204) throw new Error(`a deletion: ${status} ${text}`);
  journal.deleted.set(id, Date.now());
}

const jobAsked = (path: string) => (/^\/jobs\/([0-9a-f-]{36})(?:\?|$)/i.exec(path)?.[1] ?? '').toLowerCase();

function noteSubmit(journal: Journal, email: string, { request, answer, fileName }: Exchange): void {
  if (answer.status === 0) journal.unanswered.add(fileName);
  else if (answer.status !== 201) journal.refused.set(fileName, answer.status);
  if (answer.status !== 201) return;
  const { id } = answer.json as { id: string };
  const sent = request.body?.toString('latin1') ?? '';
  const isReuse = /"(source_job_id|upload_id|source_url)"/.test(sent);
  // A repeated request returns the existing job.
  if (!journal.accepted.has(id)) {
    accept(journal, id, { tag: fileName, account: email, formats: [], document: 'fuzz', isReuse });
  }
  if (sent.includes('"expires_at"')) journal.deletionAsked.add(id);
}

/** Records for the invariants which jobs were created, refused or deleted, or may expire. */
function note({ journal }: TestEnvironment, email: string, exchange: Exchange): void {
  const { operation, request, answer } = exchange;
  countAnswer(journal, operation, answer.status);
  const id = jobAsked(request.path);
  if (operation === 'POST /jobs') noteSubmit(journal, email, exchange);
  if (operation === 'PATCH /jobs/{id}' && answer.status === 200) journal.deletionAsked.add(id);
  if (operation !== 'DELETE /jobs/{id}') return;
  journal.deletionAsked.add(id);
  if (answer.status === 204) journal.deleted.set(id, Date.now());
}

/** The fuzzer does not know the address of its own account, which this operation needs. */
async function deleteAccount({ journal }: TestEnvironment, node: string, caller: Account): Promise<void> {
  const { status, text } = await sendRequest(node, '/account/deletion', {
    method: 'POST',
    caller,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: caller.email }),
  });
  if (status !== 202) throw new Error(`the deletion of an account: ${status} ${text}`);
  countAnswer(journal, 'POST /account/deletion', status);
}

async function resourcePoolFor(environment: TestEnvironment, api: Member, receiver: string) {
  const node = api.url;
  const [own, other] = await environment.openAccounts(api, 2, 'business');
  const [free, leaving] = await environment.openAccounts(api, 2, 'free');
  if (!own || !other || !free || !leaving) throw new Error('the run needs four accounts');
  await deleteAccount(environment, node, leaving);
  const { raw: key } = await createKey(environment, node, own, 'fuzz');
  const bearer = ({ session }: Account) => ({ authorization: `Bearer ${session}` });
  const ownIds = await createResources(environment, node, own, receiver);
  const token = await createShare(environment, node, own, ownIds);
  const resources: ResourcePool = {
    credentials: {
      session: bearer(own),
      key: { 'x-api-key': key },
      both: { ...bearer(own), 'x-api-key': key },
      nobody: {},
      free: bearer(free),
      garbage: { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
      'wrong key': { 'x-api-key': `${key.slice(0, -1)}x` },
      share: { authorization: `Bearer ${token}` },
    },
    own: ownIds,
    foreign: await createResources(environment, node, other, receiver),
    documentUrl: `${receiver}${documentPath}`,
  };
  return { resources, email: own.email };
}

async function fuzzBroken(environment: TestEnvironment, node: string, count: number): Promise<string[]> {
  const drawn = fc.sample(brokenRequests, { seed: environment.random.below(2 ** 31), numRuns: count });
  const found = await Promise.all(
    drawn.map(async (text, at) => {
      await new Promise((resolve) => setTimeout(resolve, at * 5));
      return sendBroken(node, text);
    }),
  );
  return found.flatMap((one) =>
    one === null ? [] : [`bytes: ${one.violation}\n  ${JSON.stringify(one.sent)}`],
  );
}

/** A fuzzer whose requests are all refused finds nothing: every operation must have succeeded at least once. */
function neverReached(environment: TestEnvironment, names: readonly string[]): string[] {
  const opened = new Set(
    [...environment.journal.answers.keys()].flatMap((name) => /^(\w+ \S+) 2\d\d$/.exec(name)?.[1] ?? []),
  );
  return names
    .filter((name) => !opened.has(name))
    .map((name) => `${name} never succeeded, so it was not reached`);
}

function tally({ journal }: TestEnvironment): string {
  const byStatus = new Map<string, number>();
  for (const [name, count] of journal.answers) {
    const status = name.split(' ').at(-1) ?? '';
    byStatus.set(status, (byStatus.get(status) ?? 0) + count);
  }
  return [...byStatus]
    .toSorted()
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');
}

/** One figure per rule; a finding counts for the first rule that it violates. */
function figuresOf(
  findings: readonly Finding[],
  broken: readonly string[],
  closed: readonly string[],
  mcp: McpFuzzResult,
): Figure[] {
  const isServerError = ({ answer }: Finding) => answer.status >= 500 || answer.status === 0;
  const isUndeclared = ({ violations }: Finding) => violations.some((one) => one.startsWith('undeclared'));
  const failed = findings.filter(isServerError);
  const undeclared = findings.filter((one) => !isServerError(one) && isUndeclared(one));
  const other = findings.filter((one) => !isServerError(one) && !isUndeclared(one));
  return [
    zeroFigure(failed.map(reproduction), 'distinct requests with 5xx or no response'),
    zeroFigure(undeclared.map(reproduction), 'undeclared statuses'),
    zeroFigure(other.map(reproduction), 'responses that differ from the contract'),
    zeroFigure(broken, 'wrong responses to malformed HTTP'),
    zeroFigure(mcp.findings, 'wrong answers of MCP'),
    zeroFigure([...closed, ...mcp.neverReached], 'operations and MCP tools never reached'),
  ];
}

async function run(context: Context): Promise<Outcome> {
  const { environment, size } = context;
  const { requests, broken, mcp: mcpRuns } = sizes[size];
  const contract = readContract(readOpenApi(join(repository, 'server/openapi.json')));
  const receiver = await openReceiver('127.0.0.1');
  receiver.answer = (response, { path }) =>
    path === documentPath ? response.writeHead(200).end(files.pdf) : response.writeHead(204).end();
  try {
    const { apis } = await startProcesses(context, { apis: 1, workers: 1, accounts: 0 });
    const [api] = apis;
    if (!api) throw new Error('the run needs an API node');
    const { resources, email } = await resourcePoolFor(environment, api, receiver.url);
    let sent = 0;
    // Before the others, which delete jobs.
    const mcp = await fuzzMcp({
      node: api.url,
      resources,
      seed: environment.random.below(2 ** 31),
      runs: mcpRuns,
    });
    const findings = await fuzz({
      contract,
      node: api.url,
      resources,
      files,
      seed: environment.random.below(2 ** 31),
      runs: requests,
      nameOf: () => `-secretname-${++sent}.pdf`,
      onRequest: ({ method, path }) => {
        if (method === 'DELETE') environment.journal.deletionAsked.add(jobAsked(path));
      },
      onExchange: (exchange) => note(environment, email, exchange),
      isReached: (operation) => neverReached(environment, [operation]).length === 0,
    });
    const raw = await fuzzBroken(environment, api.url, broken);
    await waitUntilQuiet(environment, 120_000);
    const names = contract.operations.map(({ name }) => name);
    return {
      load: `${sent + broken} requests for ${names.length} operations, ${broken} of them malformed HTTP, and ${mcp.sent} messages to MCP`,
      figures: figuresOf(findings, raw, neverReached(environment, names), mcp),
      notes: [`responses: ${tally(environment)}`],
    };
  } finally {
    await receiver.close();
  }
}

export const fuzzApi: Scenario = {
  name: 'fuzz-api',
  about: 'requests generated from openapi.json and the schemas of MCP tools: valid, nearly valid and invalid',
  doesNotShow:
    'requests are generated independently, so sequences of several valid steps occur only by chance; there is one client at a time',
  env: () => ({
    OCTAVO_WEBHOOK_ALLOW_HTTP: 'true',
    OCTAVO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    OCTAVO_WEBHOOK_TIMEOUT_MS: '1000',
    OCTAVO_DIRECT_UPLOADS: 'true',
    OCTAVO_SOURCE_URLS: 'true',
    OCTAVO_SOURCE_URL_ALLOW_HTTP: 'true',
    OCTAVO_SOURCE_URL_ALLOWED_NETWORKS: '127.0.0.0/8',
    OCTAVO_SOURCE_URL_TIMEOUT_MS: '1000',
  }),
  corruptions: [corruptions.leakedSecret],
  run,
};
