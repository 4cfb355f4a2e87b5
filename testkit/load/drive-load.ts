/** The load: many clients that submit one document after the other, and retry when they are refused. */
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, jobOf, type Reply, submit } from '../client/send-request.ts';
import type { Account, TestEnvironment } from '../environment/test-environment.ts';
import { accept, countAnswer, type Submission } from '../invariants/journal.ts';
import type { Random } from '../seeded-random.ts';
import { type DocumentKind, quickKinds } from './document-kinds.ts';

export type LoadSettings = {
  readonly jobs: number;
  readonly accounts: readonly Account[];
  /** Addresses of the nodes that are up; called before each request. */
  readonly nodes: () => readonly string[];
  readonly kinds?: readonly DocumentKind[];
  readonly clients?: number;
  /** Sends an Idempotency-Key and repeats the same request until there is a response. */
  readonly withKeys?: boolean;
  readonly onAccepted?: (id: string, account: Account, kind: DocumentKind) => void;
  readonly onReply?: (reply: Reply, atMs: number) => void;
  /** The load ends early when this returns true. */
  readonly isOver?: () => boolean;
};

export type LoadResult = { readonly accepted: number; readonly tries: number; readonly tookMs: number };

const backOffMs = 150;
let loads = 0;

/** Resolves when every job of the load was accepted (or the load was ended). */
export async function driveLoad(environment: TestEnvironment, settings: LoadSettings): Promise<LoadResult> {
  const { clients = 8, accounts } = settings;
  const random = environment.random.fork('load');
  const began = performance.now();
  loads += 1;
  let next = 0;
  let accepted = 0;
  let tries = 0;
  const client = async (number: number) => {
    const own = random.fork(`client ${number}`);
    while (next < settings.jobs && !settings.isOver?.()) {
      next += 1;
      const plan = planOf(environment, settings, own, next, accounts);
      const outcome = await submitUntilAccepted(environment, settings, own, plan);
      tries += outcome.tries;
      if (outcome.isAccepted) accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return { accepted, tries, tookMs: performance.now() - began };
}

type Plan = { readonly account: Account; readonly kind: DocumentKind; readonly name: string };

function planOf(
  environment: TestEnvironment,
  { kinds = quickKinds }: LoadSettings,
  random: Random,
  number: number,
  accounts: readonly Account[],
): Plan {
  return {
    account: random.pick(accounts),
    kind: random.pick(kinds),
    // Includes the number of the load, because a run may drive several.
    name: `${environment.run}-secretname-${loads}-${number}`,
  };
}

/**
 * A request without a key has its own file name: without a response it may or may not have created a job.
 * With a key the same request is repeated and counts once.
 */
async function submitUntilAccepted(
  environment: TestEnvironment,
  settings: LoadSettings,
  random: Random,
  plan: Plan,
) {
  const { journal } = environment;
  for (let tries = 1; ; tries += 1) {
    if (settings.isOver?.()) return { isAccepted: false, tries: tries - 1 };
    const tag = `${settings.withKeys ? plan.name : `${plan.name}-${tries}`}.pdf`;
    const submission: Submission = {
      tag,
      account: plan.account.email,
      formats: plan.kind.formats,
      document: plan.kind.name,
    };
    const nodes = settings.nodes();
    if (nodes.length === 0) {
      await delay(50);
      continue;
    }
    const reply = await submit(random.pick(nodes), plan.account, {
      file: plan.kind.file,
      fileName: tag,
      options: { format: plan.kind.formats },
      ...(settings.withKeys ? { idempotencyKey: plan.name } : {}),
    });
    countAnswer(journal, 'POST /jobs', reply.status);
    settings.onReply?.(reply, performance.now());
    if (reply.status === 201) {
      const { id } = jobOf(reply);
      accept(journal, id, submission);
      journal.unanswered.delete(tag);
      journal.refused.delete(tag);
      settings.onAccepted?.(id, plan.account, plan.kind);
      return { isAccepted: true, tries };
    }
    noteRefusal(environment, tag, reply);
    await delay(backOffMs * (0.5 + random.next()));
  }
}

function noteRefusal({ journal }: TestEnvironment, tag: string, reply: Reply): void {
  if (reply.status === 0) journal.unanswered.add(tag);
  else if (!journal.unanswered.has(tag)) journal.refused.set(tag, reply.status);
  const isNormal = [0, 429, 503].includes(reply.status);
  if (!isNormal) {
    const what = `POST /jobs answered ${reply.status} ${codeOf(reply) ?? ''} ${reply.text.slice(0, 200)}`;
    journal.observations.push({ invariant: 'I20', what, holds: false });
  }
}
