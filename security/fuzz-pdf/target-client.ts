/** Starts the process under attack, sends it documents with a deadline, and detects its death. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DocumentOutcome } from '../../server/src/actions/convert-document.ts';
import type { EngineProbe, PreflightOutcome } from '../../server/src/ports/engine.ts';

export type TargetSettings = {
  /** The checkout whose engine is attacked. */
  readonly checkout: string;
  readonly workDir: string;
  readonly slots: number;
  readonly timeoutMs: number;
};

export type TargetRequest = {
  readonly path: string;
  readonly outDir: string;
  /** Also converts documents that preflight refuses: the engine must survive them too. */
  readonly convertsRefused: boolean;
};

export type TargetResponse = {
  readonly preflight: PreflightOutcome;
  readonly preflightMs: number;
  readonly converted: DocumentOutcome | null;
  readonly convertMs: number;
};

export type Target = {
  readonly probe: EngineProbe;
  readonly pid: number;
  ask(question: TargetRequest): Promise<TargetResponse>;
  isGolden(): Promise<boolean>;
  /** How the process ended, or null while it runs; it never exits by itself. */
  death(): string | null;
  close(): Promise<void>;
};

type Reply = {
  readonly id?: number;
  readonly answer?: unknown;
  readonly error?: string;
  readonly ready?: EngineProbe;
};

const startMs = 60_000;
/** Both steps with their grace period, and reserve for a busy machine. */
export const replyTimeoutMs = ({ timeoutMs }: TargetSettings) => timeoutMs + 30_000;

export async function startTarget(
  settings: TargetSettings,
  env: Readonly<Record<string, string>>,
): Promise<Target> {
  const file = join(settings.checkout, 'security/fuzz-pdf/target-process.ts');
  const child = fork(file, [JSON.stringify(settings)], {
    env: { ...process.env, ...env },
    serialization: 'advanced',
  });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let death: string | null = null;
  child.on('exit', (code, signal) => {
    death = `the process ended with ${signal ?? code}`;
    for (const { reject } of waiting.values()) reject(new Error(death));
  });
  child.on('message', ({ id = -1, answer, error }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(`the engine threw: ${error}`));
  });
  const probe = await readyOf(child);
  let count = 0;
  const call = async (question: unknown) => {
    if (death !== null) throw new Error(death);
    count += 1;
    const id = count;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, { resolve, reject });
    const limit = setTimeout(() => reject(new Error('no reply in time')), replyTimeoutMs(settings));
    child.send({ id, question });
    return promise.finally(() => clearTimeout(limit));
  };
  return {
    probe,
    pid: child.pid ?? 0,
    ask: (question) => call(question) as Promise<TargetResponse>,
    isGolden: () => call('golden') as Promise<boolean>,
    death: () => death,
    close: async () => {
      if (death !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

async function readyOf(child: ChildProcess): Promise<EngineProbe> {
  const signal = AbortSignal.timeout(startMs);
  const [message] = (await once(child, 'message', { signal })) as [Reply];
  if (message.ready === undefined) throw new Error('the target is not ready');
  return message.ready;
}
