/** One host process: starts, proves that it is ready, works on one document at a time, stops. */
import type { Cgroup } from './cgroup.ts';
import { type Command, type Exit, startCommand } from './command.ts';
import type { ProcessLimits } from './settings.ts';
import { type Breach, startWatchdog } from './watchdog.ts';
import { decodeLine, type HostMessage, type HostProgress, type HostReply, type HostRequest } from './wire.ts';

/** How work on one document ended. `killed` is our own doing and names the reason; `died` is everything else. */
export type Ending =
  | { readonly kind: 'reply'; readonly reply: HostReply }
  | { readonly kind: 'killed'; readonly why: Breach | 'timeout' | 'cancelled' }
  | {
      readonly kind: 'died';
      readonly exit: Exit;
      readonly oomKilled: boolean;
      /** The process had taken the document up; otherwise it was dead before, and the document had no part in it. */
      readonly begun: boolean;
    };

export type Ask = {
  readonly timeoutMs: number;
  readonly outDir: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: HostProgress) => void) | undefined;
};

export type ProcessPlan = {
  readonly argv: readonly string[];
  readonly limits: ProcessLimits;
  readonly startTimeoutMs: number;
  readonly cgroup: Cgroup | null;
};

export class EngineProcess {
  readonly #plan: ProcessPlan;
  readonly #command: Command;
  #listener: (message: HostMessage) => void = () => {};
  #ended = false;
  #lastId = 0;
  java = '';

  private constructor(plan: ProcessPlan) {
    this.#plan = plan;
    this.#command = startCommand(plan.argv, (line) => {
      const message = decodeLine(line);
      if (message) {
        this.#listener(message);
      }
    });
    void this.#command.exit.then(() => {
      this.#ended = true;
    });
  }

  static async start(plan: ProcessPlan): Promise<EngineProcess> {
    const started = new EngineProcess(plan);
    const ready = new Promise<string>((resolve) => {
      started.#listener = (message) => {
        if (message.event === 'ready') {
          resolve(message.java);
        }
      };
    });
    const timer = setTimeout(() => started.#command.kill(), plan.startTimeoutMs);
    const result = await Promise.race([ready, started.#command.exit]);
    clearTimeout(timer);
    if (typeof result !== 'string') {
      throw new Error(
        `The engine process did not start (exit ${result.code ?? result.signal}): ${result.stderr.trim()}`,
      );
    }
    started.java = result;
    return started;
  }

  get pid(): number {
    return this.#command.pid;
  }

  get documents(): number {
    return this.#lastId;
  }

  get healthy(): boolean {
    return !this.#ended;
  }

  async ask(request: HostRequest, ask: Ask): Promise<Ending> {
    this.#lastId += 1;
    const id = this.#lastId;
    const oomKillsBefore = (await this.#plan.cgroup?.oomKills()) ?? 0;
    let begun = false;
    let why: Breach | 'timeout' | 'cancelled' | null = null;
    const kill = (reason: Breach | 'timeout' | 'cancelled') => {
      why ??= reason;
      this.#command.kill();
    };
    const replied = new Promise<HostReply>((resolve) => {
      this.#listener = (message) => {
        if (message.event === 'progress' && message.id === id) {
          begun = true;
          ask.onProgress?.(message);
        } else if (message.event === 'done' && message.id === id) {
          resolve(message);
        }
      };
    });
    const release = this.#guard(ask, kill);
    this.#command.send(JSON.stringify({ ...request, id }));
    const result = await Promise.race([replied, this.#command.exit]);
    release();
    if (why !== null) {
      await this.#command.exit;
      return { kind: 'killed', why };
    }
    if ('event' in result) {
      return { kind: 'reply', reply: result };
    }
    const oomKilled = ((await this.#plan.cgroup?.oomKills()) ?? 0) > oomKillsBefore;
    return { kind: 'died', exit: result, oomKilled, begun };
  }

  #guard(ask: Ask, kill: (why: Breach | 'timeout' | 'cancelled') => void): () => void {
    const { limits, cgroup } = this.#plan;
    const onAbort = () => kill('cancelled');
    const timer = setTimeout(() => kill('timeout'), ask.timeoutMs);
    const watch = {
      pid: this.pid,
      limits,
      timeoutMs: ask.timeoutMs,
      outDir: ask.outDir,
      memoryByWatch: !cgroup,
    };
    const stopWatching = startWatchdog(watch, kill);
    ask.signal?.addEventListener('abort', onAbort);
    if (ask.signal?.aborted) {
      onAbort();
    }
    return () => {
      clearTimeout(timer);
      stopWatching();
      ask.signal?.removeEventListener('abort', onAbort);
    };
  }

  /** Returns once nothing of the process is left. */
  async stop(): Promise<void> {
    this.#command.kill();
    await this.#command.exit;
  }
}
