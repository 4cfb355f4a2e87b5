/** An account with one of everything that has an id: one set to keep, one for its owner to change and delete. */

import { type JobBody, jobOf, type Reply, sendRequest, submit } from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { accept } from '@octavo/testkit/invariants/journal.ts';
import { createKey } from '@octavo/testkit/load/create-key.ts';
import { richKind } from '@octavo/testkit/load/document-kinds.ts';
import { waitForDone } from '@octavo/testkit/load/start-processes.ts';

/** By the kind of thing; an image is named within its job. */
export type Ids = {
  readonly job: string;
  /** The same job, for operations that name two. */
  readonly otherJob: string;
  readonly apiKey: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly share: string;
  readonly image: string;
  /** A job that was deleted. */
  readonly erasure: string;
  /** A direct upload that waits to be submitted. */
  readonly upload: string;
};

export type Tenant = {
  readonly account: Account;
  readonly userId: string;
  readonly kept: Ids;
  readonly spare: Ids;
};

const formats = ['markdown', 'text', 'json', 'images', 'tagged-pdf'];

function must<Body>(reply: Reply, status: number, what: string): Body {
  if (reply.status !== status) throw new Error(`${what}: ${reply.status} ${reply.text}`);
  return reply.json as Body;
}

export const post = (node: string, caller: Account, path: string, body?: object) =>
  sendRequest(node, path, {
    method: 'POST',
    caller,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });

async function makeJob(
  environment: TestEnvironment,
  node: string,
  account: Account,
  tag: string,
): Promise<JobBody> {
  const { file, name } = richKind();
  const reply = await submit(node, account, { file, fileName: tag, options: { format: formats } });
  const { id } = must<JobBody>(reply, 201, 'a job');
  accept(environment.journal, id, { tag, account: account.email, formats, document: name });
  return waitForDone(node, account, id);
}

/** Subscribed to failed jobs only, so that it gets no deliveries but those the run asks for. */
async function makeWebhook(environment: TestEnvironment, node: string, account: Account, tag: string) {
  const url = `https://receiver.invalid/${tag}`;
  const made = await post(node, account, '/webhooks', { url, events: ['job.failed'] });
  const { id, secret } = must<{ id: string; secret: string }>(made, 201, 'a webhook');
  environment.journal.secrets.add(secret);
  const test = await post(node, account, `/webhooks/${id}/test`);
  return { webhook: id, delivery: must<{ id: string }>(test, 202, 'a delivery').id };
}

async function makeUpload(node: string, account: Account, tag: string): Promise<string> {
  const { file } = richKind();
  const made = await post(node, account, '/uploads', { file_name: tag, bytes: file.length });
  const { id, parts } = must<{ id: string; parts: readonly { url: string }[] }>(made, 201, 'an upload');
  const sent = await fetch(parts[0]?.url ?? '', { method: 'PUT', body: new Uint8Array(file) });
  if (!sent.ok) throw new Error(`a part: ${sent.status}`);
  return id;
}

async function makeErasure(environment: TestEnvironment, node: string, account: Account, tag: string) {
  const { journal } = environment;
  const { id } = await makeJob(environment, node, account, tag);
  journal.deletionAsked.add(id);
  must(await sendRequest(node, `/jobs/${id}`, { method: 'DELETE', caller: account }), 204, 'a deletion');
  journal.deleted.set(id, Date.now());
  return id;
}

async function makeShare({ journal }: TestEnvironment, node: string, account: Account, job: string) {
  const made = await post(node, account, `/jobs/${job}/shares`, {});
  const { id, token } = must<{ id: string; token: string }>(made, 201, 'a share link');
  journal.secrets.add(token);
  return id;
}

async function makeIds(
  environment: TestEnvironment,
  node: string,
  account: Account,
  tag: string,
): Promise<Ids> {
  const { id: job } = await makeJob(environment, node, account, `${tag}.pdf`);
  const listed = await sendRequest(node, `/jobs/${job}/images`, { caller: account });
  const { items } = must<{ items: readonly { name: string }[] }>(listed, 200, 'images');
  const { id: apiKey } = await createKey(environment, node, account, tag);
  const image = items[0]?.name ?? '';
  const erasure = await makeErasure(environment, node, account, `${tag}-deleted.pdf`);
  const hooks = await makeWebhook(environment, node, account, tag);
  const share = await makeShare(environment, node, account, job);
  const upload = await makeUpload(node, account, `${tag}-uploaded.pdf`);
  return { job, otherJob: job, apiKey, image, erasure, share, upload, ...hooks };
}

export async function makeTenant(
  environment: TestEnvironment,
  node: string,
  account: Account,
  number: number,
) {
  const me = await sendRequest(node, '/auth/me', { caller: account });
  const { id: userId } = must<{ id: string }>(me, 200, 'the account');
  const kept = await makeIds(environment, node, account, `tenant-secretname-${number}-kept`);
  const spare = await makeIds(environment, node, account, `tenant-secretname-${number}-spare`);
  return { account, userId, kept, spare } satisfies Tenant;
}

/** Everything others could have changed, as its owner sees it, without the signed URLs, which differ with every read. */
export async function stateOf(node: string, { account, kept }: Tenant): Promise<string> {
  const read = async (path: string) => (await sendRequest(node, path, { caller: account })).json;
  const job = jobOf(await sendRequest(node, `/jobs/${kept.job}?include=retention`, { caller: account }));
  const { total: jobs } = (await read('/jobs')) as { total: number };
  const { total: deliveries } = (await read(`/webhooks/${kept.webhook}/deliveries`)) as { total: number };
  const keys = (await read('/api-keys')) as readonly { id: string; is_active: boolean }[];
  const webhooks = await read('/webhooks');
  const { total: shares } = (await read(`/jobs/${kept.job}/shares`)) as { total: number };
  const { status, expires_at } = (await read(`/uploads/${kept.upload}`)) as Record<string, unknown>;
  const upload = { status, expires_at };
  const active = keys.filter((key) => key.is_active).map(({ id }) => id);
  const unchanged = { jobs, deliveries, active, webhooks, shares, upload };
  return JSON.stringify({ job: { ...job, download_urls: {} }, ...unchanged });
}
