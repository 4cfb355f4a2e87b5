/** A proxy between a worker and PostgreSQL that forwards a chosen COMMIT and drops its response; the connection then stops responding. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type ClientMessage, readMessages } from './pg-messages.ts';

/** What a commit of a worker does to a job. */
export const commitKinds = ['claim', 'complete', 'fail', 'requeue'] as const;
export type CommitKind = (typeof commitKinds)[number];

export type CommitProxy = {
  readonly port: number;
  /** Drops the response to the next COMMIT of this kind for this job. */
  arm(jobId: string, kind: CommitKind): void;
  /** Whether the response was dropped. */
  isDropped(jobId: string): boolean;
  close(): Promise<void>;
};

/** Determined by the functions, tables and columns in the statements of a transaction. */
function kindOf(statements: readonly string[]): CommitKind | null {
  const text = statements.join('\n').toLowerCase();
  if (text.includes('finish_job(')) return 'complete';
  if (text.includes('claim_jobs(')) return 'claim';
  const changes = statements.filter((one) => /update "?jobs"?\b/i.test(one)).join('\n');
  if (changes === '') return null;
  if (/"?error_message"? = /i.test(changes)) return 'fail';
  return /queue/.test(text) ? 'requeue' : null;
}

/** The claims of fetched tasks: only the response names the jobs. */
const isClaimOfTasks = ({ statements }: Transaction) =>
  statements.some((one) => one.includes('claim_fetched_jobs('));

type Transaction = { statements: string[]; values: Buffer[]; isExplicit: boolean };

const emptyTransaction = (): Transaction => ({ statements: [], values: [], isExplicit: false });

/** Outside a transaction the server commits when the client asks for a sync. */
const endsWith = ({ type, sql }: ClientMessage, { isExplicit }: Transaction) =>
  isCommand(sql, 'commit') || (!isExplicit && (type === 'S' || type === 'Q'));

const isCommand = (sql: string, word: string) => sql.trim().toLowerCase() === word;

function note(open: Transaction, { type, sql, bytes }: ClientMessage): void {
  if (sql !== '') open.statements.push(sql);
  if (type === 'B') open.values.push(bytes);
}

/** Calls back when a chunk from the client ends a transaction. */
function watchTransactions(onCommit: (transaction: Transaction) => void): (chunk: Buffer) => void {
  const reader = readMessages();
  let open = emptyTransaction();
  return (chunk) => {
    for (const message of reader.read(chunk)) {
      if (/^\s*(begin|start transaction)\b/i.test(message.sql)) {
        open = { ...emptyTransaction(), isExplicit: true };
        continue;
      }
      note(open, message);
      const isEnd = endsWith(message, open);
      if (isEnd) onCommit(open);
      if (isEnd || isCommand(message.sql, 'rollback')) open = emptyTransaction();
    }
  };
}

export async function openCommitProxy(host: string, port: number): Promise<CommitProxy> {
  const armed = new Map<string, CommitKind>();
  const swallowed = new Set<string>();
  const sockets = new Set<Socket>();

  const drop = (jobId: string) => {
    armed.delete(jobId);
    swallowed.add(jobId);
  };

  const takesAnswerOf = ({ statements, values }: Transaction): boolean => {
    const kind = kindOf(statements);
    for (const [jobId, wanted] of armed) {
      if (kind !== wanted || !values.some((value) => value.includes(jobId))) continue;
      drop(jobId);
      return true;
    }
    return false;
  };

  /** The server sends so short a response only after the commit. */
  const namesArmedClaim = (response: Buffer): boolean => {
    const claims = [...armed].filter(([jobId, kind]) => kind === 'claim' && response.includes(jobId));
    for (const [jobId] of claims) drop(jobId);
    return claims.length > 0;
  };

  const listener = createServer((client) => {
    const server = connect(port, host);
    let isSilent = false;
    let isClaiming = false;
    const watch = watchTransactions((transaction) => {
      isClaiming = isClaimOfTasks(transaction);
      if (takesAnswerOf(transaction)) isSilent = true;
    });
    client.on('data', (chunk) => {
      const wasSilent = isSilent;
      watch(chunk);
      // The COMMIT itself arrives; later messages of the client do not.
      if (!wasSilent) server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (isClaiming && namesArmedClaim(chunk)) isSilent = true;
      if (!isSilent) client.write(chunk);
    });
    const end = () => {
      for (const side of [client, server]) sockets.delete(side.destroy());
    };
    for (const side of [client, server]) {
      sockets.add(side);
      side.on('error', end).on('close', end).setNoDelay(true);
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    arm: (jobId, kind) => void armed.set(jobId, kind),
    isDropped: (jobId) => swallowed.has(jobId),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
