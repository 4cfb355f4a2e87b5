/** Shared setup of the scenario: the service, its callers, the secrets, and a record of every error response. */
import { randomBytes } from 'node:crypto';
import type { Caller } from '@octavo/testkit/client/credentials.ts';
import {
  jobOf,
  type Reply,
  type RequestOptions,
  sendRequest,
  submit,
  type Upload,
} from '@octavo/testkit/client/send-request.ts';
import type { Account, TestEnvironment } from '@octavo/testkit/environment/test-environment.ts';
import { accept } from '@octavo/testkit/invariants/journal.ts';
import { hiddenWords } from '@octavo/testkit/load/document-kinds.ts';
import type { Secret, Sink } from './leaks.ts';

export type Setup = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly business: Account;
  readonly free: Account;
  /** An API key of the business account. */
  readonly key: string;
  readonly secrets: Secret[];
  /** Every error response, headers and body. */
  readonly errors: Sink[];
  /** Error paths that did not return the expected status. */
  readonly unreached: string[];
  /** `401 wrong key`, to count the error paths. */
  readonly driven: Set<string>;
};

export const title = hiddenWords;

/** A unique word, recorded as a secret. */
export function makeSecret({ secrets }: Pick<Setup, 'secrets'>, name: string, prefix = ''): string {
  const value = `${prefix}${randomBytes(12).toString('hex')}`;
  secrets.push({ name, value });
  return value;
}

/** Records a response and whether it has the expected status. */
export function recordReply(setup: Setup, path: string, wanted: number, reply: Reply): Reply {
  setup.driven.add(`${wanted} ${path}`);
  if (reply.status !== wanted)
    setup.unreached.push(`${path}: ${reply.status} instead of ${wanted} ${reply.text.slice(0, 160)}`);
  if (reply.status >= 400) {
    const headers = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    setup.errors.push({ name: `the response to ${path}`, text: `${headers}\n\n${reply.text}` });
  }
  return reply;
}

export const expectReply = async (
  setup: Setup,
  name: string,
  wanted: number,
  path: string,
  options: RequestOptions = {},
) =>
  recordReply(
    setup,
    name,
    wanted,
    await sendRequest(setup.node, path, { caller: setup.business, ...options }),
  );

let sent = 0;

/** Submits with a secret file name; returns the job id, empty if refused. */
export async function submitJob(
  setup: Setup,
  name: string,
  wanted: number,
  upload: Omit<Upload, 'fileName'>,
  account: Pick<Account, 'email'> & Caller = setup.business,
): Promise<string> {
  sent += 1;
  const tag = `log-secretname-${sent}.pdf`;
  const reply = await submit(setup.node, account, { ...upload, fileName: tag });
  recordReply(setup, name, wanted, reply);
  if (reply.status !== 201) {
    setup.environment.journal.refused.set(tag, reply.status);
    return '';
  }
  const { id } = jobOf(reply);
  accept(setup.environment.journal, id, { tag, account: account.email, formats: [], document: name });
  return id;
}

export const postJson = (
  setup: Setup,
  name: string,
  wanted: number,
  path: string,
  body: string,
  options: RequestOptions = {},
) =>
  expectReply(setup, name, wanted, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    ...options,
  });
