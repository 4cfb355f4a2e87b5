/** One host process: starts, reports ready, handles one document at a time, stops. */

import { type Command, type Exit, startCommand } from '../processes/command.ts';
import type { Cgroup } from './cgroup.ts';
import {
  decodeLine,
  type HostMessage,
  type HostProgress,
  type HostReply,
  replyBytesMax,
} from './host-message.ts';
import type { HostRequest } from './host-request.ts';
import type { ProcessLimits } from './settings.ts';
import { type Breach, startWatchdog } from './watchdog.ts';

/**
 * `protocol`: it printed too much, or an invalid message. `starved`: the time limit passed, but the machine gave the
 * process too little CPU time to blame the document.
 */
export type KillReason = Breach | 'timeout' | 'starved' | 'cancelled' | 'protocol';

/** A document that loops uses a whole core, also while the JVM compiles or collects garbage. */
const cpuShareMin = 0.8;

/** How a request ended. `killed` was by us, with the reason; `died` is everything else. */
export type HostResult =
  | { readonly kind: 'reply'; readonly reply: HostReply }
  | { readonly kind: 'killed'; readonly why: KillReason }
  | {
      readonly kind: 'died';
      readonly exit: Exit;
      readonly oomKilled: boolean;
      /** The process had started on the document; otherwise the document did not cause its death. */
      readonly begun: boolean;
    };

export type SendOptions = {
  readonly timeoutMs: number;
  readonly outDir: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: HostProgress) => void) | undefined;
};

export type ProcessPlan = {
  readonly argv: readonly string[];
  readonly limits: ProcessLimits;
  readonly pagesMax: number;
  readonly startTimeoutMs: number;
  readonly cgroup: Cgroup | null;
  /** The seccomp filter, which bubblewrap reads from descriptor 3. */
  readonly seccomp: Buffer | null;
};

export class EngineProcess {
  readonly #plan: ProcessPlan;
  readonly #command: Command;
  #listener: (message: HostMessage) => void = () => {};
  #ended = false;
  #killedFor: KillReason | null = null;
  #lastId = 0;
  java = '';

  private constructor(plan: ProcessPlan) {
    this.#plan = plan;
    const lineBytesMax = replyBytesMax(plan.pagesMax);
    this.#command = startCommand({
      argv: plan.argv,
      descriptor3: plan.seccomp,
      // One reply and its progress: ten lines of 80 bytes per second fill the second half in more than an hour.
      stdout: { lineBytesMax, totalBytesMax: 2 * lineBytesMax },
      onLine: (line) => this.#read(line),
      onOverflow: () => this.#kill('protocol'),
    });
    void this.#command.exit.then(() => {
      this.#ended = true;
    });
  }

  static async start(plan: ProcessPlan, signal?: AbortSignal): Promise<EngineProcess> {
    const started = new EngineProcess(plan);
    const kill = () => started.#kill('cancelled');
    const ready = new Promise<string>((resolve) => {
      started.#listener = (message) => {
        if (message.event === 'ready') {
          resolve(message.java);
        }
      };
    });
    const timer = setTimeout(() => started.#kill('timeout'), plan.startTimeoutMs);
    signal?.addEventListener('abort', kill);
    if (signal?.aborted) {
      kill();
    }
    const result = await Promise.race([ready, started.#command.exit]);
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    if (typeof result !== 'string') {
      const how = started.#killedFor ?? result.code ?? result.signal;
      throw new Error(`The engine process did not start (exit ${how}): ${result.stderr.trim()}`);
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
    return !this.#ended && this.#killedFor === null;
  }

  #read(line: string): void {
    const message = decodeLine(line);
    if (message === 'invalid') {
      this.#kill('protocol');
    } else if (message) {
      this.#listener(message);
    }
  }

  /** The first reason is kept. */
  #kill(why: KillReason): void {
    this.#killedFor ??= why;
    this.#command.kill();
  }

  async send(request: HostRequest, options: SendOptions): Promise<HostResult> {
    this.#lastId += 1;
    const id = this.#lastId;
    const oomKillsBefore = (await this.#plan.cgroup?.oomKills()) ?? 0;
    let begun = false;
    const replied = new Promise<HostReply>((resolve) => {
      this.#listener = (message) => {
        if (message.event === 'progress' && message.id === id) {
          begun = true;
          options.onProgress?.(message);
        } else if (message.event === 'done' && message.id === id) {
          resolve(message);
        }
      };
    });
    const release = this.#enforceLimits(options, (why) => this.#kill(why));
    this.#command.send(JSON.stringify({ ...request, id }));
    const result = await Promise.race([replied, this.#command.exit]);
    release();
    const why = this.#killedFor;
    // Output from before the document was started is not its fault.
    if (why !== null && (why !== 'protocol' || begun)) {
      await this.#command.exit;
      return { kind: 'killed', why };
    }
    if ('event' in result) {
      return { kind: 'reply', reply: result };
    }
    const oomKilled = ((await this.#plan.cgroup?.oomKills()) ?? 0) > oomKillsBefore;
    return { kind: 'died', exit: result, oomKilled, begun };
  }

  #enforceLimits(options: SendOptions, kill: (why: KillReason) => void): () => void {
    const { limits, cgroup } = this.#plan;
    const onAbort = () => kill('cancelled');
    const watch = {
      pid: this.pid,
      limits,
      timeoutMs: options.timeoutMs,
      outDir: options.outDir,
      memoryByWatch: !cgroup,
    };
    const watchdog = startWatchdog(watch, kill);
    let released = false;
    const onTimeout = async () => {
      const share = await watchdog.cpuShare();
      if (!released) kill(share < cpuShareMin ? 'starved' : 'timeout');
    };
    const timer = setTimeout(() => void onTimeout(), options.timeoutMs);
    options.signal?.addEventListener('abort', onAbort);
    if (options.signal?.aborted) {
      onAbort();
    }
    return () => {
      released = true;
      clearTimeout(timer);
      watchdog.stop();
      options.signal?.removeEventListener('abort', onAbort);
    };
  }

  /** Resolves when the process has ended, or does not end even when killed. */
  async stop(): Promise<void> {
    this.#command.kill();
    await this.#command.exit;
  }
}
