/** A slot: its directories, its cgroup, and its current process. It handles one document at a time. */
import { type Cgroup, type CgroupBase, createCgroup } from './cgroup.ts';
import type { HostReply } from './host-message.ts';
import type { HostRequest } from './host-request.ts';
import { EngineProcess, type HostResult, type SendOptions } from './process.ts';
import { type HostView, hostView, launchCommand } from './sandbox.ts';
import type { EngineSettings, ProcessLimits } from './settings.ts';
import { createSlotDirectory, emptySlot, removeSlot, type SlotDirectory } from './slot-directory.ts';

/** What all slots of an engine share, determined once at the start. */
export type LaunchContext = {
  /** Distinguishes the engines of one process in the names of directories and cgroups. */
  readonly engineName: string;
  readonly settings: EngineSettings;
  readonly java: string;
  readonly engineJar: string;
  readonly hostJar: string;
  readonly hostSha256: string;
  readonly cgroupBase: CgroupBase | null;
  /** The seccomp filter; null without a sandbox. */
  readonly seccomp: Buffer | null;
};

export class Slot {
  readonly name: string;
  readonly limits: ProcessLimits;
  readonly cgroup: Cgroup | null;
  readonly #context: LaunchContext;
  #directory: SlotDirectory;
  #renewals = 0;
  #process: EngineProcess | null = null;
  /** The reply for the last document, and the process that sent it. */
  #lastReply: { readonly process: EngineProcess; readonly reply: HostReply } | null = null;

  private constructor(
    context: LaunchContext,
    name: string,
    limits: ProcessLimits,
    directory: SlotDirectory,
    cgroup: Cgroup | null,
  ) {
    this.#context = context;
    this.name = name;
    this.limits = limits;
    this.#directory = directory;
    this.cgroup = cgroup;
  }

  static async create(context: LaunchContext, name: string, limits: ProcessLimits): Promise<Slot> {
    const fullName = `${context.engineName}-${name}`;
    const directory = await createSlotDirectory(context.settings, fullName);
    const base = context.cgroupBase;
    const cgroup = base ? await createCgroup(base, fullName, limits) : null;
    return new Slot(context, name, limits, directory, cgroup);
  }

  get directory(): SlotDirectory {
    return this.#directory;
  }

  get view(): HostView {
    return hostView(this.#context.settings, this.#directory);
  }

  get java(): string {
    return this.#process?.java ?? '';
  }

  /** Starts a process, unless the slot has a healthy one. */
  async start(signal?: AbortSignal): Promise<EngineProcess> {
    if (this.#process?.healthy) {
      return this.#process;
    }
    const { settings, java, engineJar, hostJar, seccomp } = this.#context;
    const launch = { settings, limits: this.limits, directory: this.#directory, java, engineJar, hostJar };
    this.#process = await EngineProcess.start(
      {
        argv: launchCommand({ ...launch, cgroupProcsFiles: this.cgroup?.procsFiles ?? [] }),
        limits: this.limits,
        pagesMax: settings.pagesMax,
        startTimeoutMs: settings.startTimeoutMs,
        cgroup: this.cgroup,
        seccomp,
      },
      signal,
    );
    return this.#process;
  }

  /** Sends a request to the process, and once more to a new one if the first had died before it started on it. */
  async send(request: HostRequest, options: SendOptions): Promise<HostResult> {
    this.#lastReply = null;
    const result = await this.#sendOnce(request, options);
    return result.kind === 'died' && !result.begun ? this.#sendOnce(request, options) : result;
  }

  async #sendOnce(request: HostRequest, options: SendOptions): Promise<HostResult> {
    const process = await this.start(options.signal);
    const result = await process.send(request, options);
    this.#lastReply = result.kind === 'reply' ? { process, reply: result.reply } : null;
    return result;
  }

  /** Whether the process can handle another document. */
  isReusable(): boolean {
    if (!this.#lastReply) {
      return false;
    }
    const { process, reply } = this.#lastReply;
    const isBelowDocumentLimit = process.documents < this.#context.settings.documentsPerProcess;
    return process.healthy && isBelowDocumentLimit && reply.tainted !== true && reply.temp_wiped === true;
  }

  async empty(): Promise<void> {
    this.#lastReply = null;
    await emptySlot(this.#directory);
  }

  /** Starts a new process in new directories: the old ones may contain files that cannot be removed. */
  async renew(signal: AbortSignal): Promise<void> {
    this.#lastReply = null;
    await this.#stop();
    await this.#removeDirectory();
    this.#renewals += 1;
    const name = `${this.#context.engineName}-${this.name}-${this.#renewals}`;
    this.#directory = await createSlotDirectory(this.#context.settings, name);
    await this.start(signal);
  }

  async remove(): Promise<void> {
    await this.#stop();
    await this.cgroup?.remove();
    await this.#removeDirectory();
  }

  async #stop(): Promise<void> {
    const current = this.#process;
    this.#process = null;
    await current?.stop();
  }

  /** What cannot be removed is left to the next start of the program. */
  async #removeDirectory(): Promise<void> {
    await removeSlot(this.#directory).catch((error: Error) => {
      const fields = { slot: this.name, reason: error.message };
      this.#context.settings.log('warn', 'slot_directory_left_behind', fields);
    });
  }
}
