/** What the parts of the scenario share: the service, its callers, its secrets, and a record of every response. */
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

export type Stage = {
  readonly environment: TestEnvironment;
  readonly node: string;
  readonly business: Account;
  readonly free: Account;
  /** An API key of the business account. */
  readonly key: string;
  readonly secrets: Secret[];
  /** Every error that was answered, headers and body. */
  readonly errors: Sink[];
  /** Paths that did not lead where they should. */
  readonly astray: string[];
  /** `401 wrong key`, for the count of what was driven. */
  readonly driven: Set<string>;
};

export const title = hiddenWords;

/** A unique word, recorded as a secret. */
export function secretWord({ secrets }: Pick<Stage, 'secrets'>, name: string, prefix = ''): string {
  const value = `${prefix}${randomBytes(12).toString('hex')}`;
  secrets.push({ name, value });
  return value;
}

/** Notes an answer, and whether it is the one that the path was meant to bring about. */
export function heard(stage: Stage, path: string, wanted: number, reply: Reply): Reply {
  stage.driven.add(`${wanted} ${path}`);
  if (reply.status !== wanted)
    stage.astray.push(`${path}: ${reply.status} in place of ${wanted} ${reply.text.slice(0, 160)}`);
  if (reply.status >= 400) {
    const headers = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    stage.errors.push({ name: `the answer to ${path}`, text: `${headers}\n\n${reply.text}` });
  }
  return reply;
}

export const asks = async (
  stage: Stage,
  name: string,
  wanted: number,
  path: string,
  options: RequestOptions = {},
) => heard(stage, name, wanted, await sendRequest(stage.node, path, { caller: stage.business, ...options }));

let sent = 0;

/** A submit whose file name is a secret of its own; its id, where it was accepted. */
export async function submits(
  stage: Stage,
  name: string,
  wanted: number,
  upload: Omit<Upload, 'fileName'>,
  account: Pick<Account, 'email'> & Caller = stage.business,
): Promise<string> {
  sent += 1;
  const tag = `log-secretname-${sent}.pdf`;
  const reply = await submit(stage.node, account, { ...upload, fileName: tag });
  heard(stage, name, wanted, reply);
  if (reply.status !== 201) {
    stage.environment.journal.refused.set(tag, reply.status);
    return '';
  }
  const { id } = jobOf(reply);
  accept(stage.environment.journal, id, { tag, account: account.email, formats: [], document: name });
  return id;
}

export const postJson = (
  stage: Stage,
  name: string,
  wanted: number,
  path: string,
  body: string,
  options: RequestOptions = {},
) =>
  asks(stage, name, wanted, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    ...options,
  });
