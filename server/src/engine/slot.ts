/** One place in which one document at a time is worked on: its directories, its memory group, its current process. */
import { type Cgroup, createCgroup } from './cgroup.ts';
import { type Ask, type Ending, EngineProcess } from './process.ts';
import { type HostView, hostView, launchCommand } from './sandbox.ts';
import type { EngineSettings, ProcessLimits } from './settings.ts';
import { createSlotDirectory, emptySlot, removeSlot, type SlotDirectory } from './slot-directory.ts';
import type { HostRequest } from './wire.ts';

/** What every slot of this engine shares, found out once at the start. */
export type Ground = {
  /** Tells the engines of one process apart in the names of directories and groups. */
  readonly engineName: string;
  readonly settings: EngineSettings;
  readonly java: string;
  readonly engineJar: string;
  readonly hostJar: string;
  readonly cgroupBase: string | null;
};

export class Slot {
  readonly name: string;
  readonly limits: ProcessLimits;
  readonly directory: SlotDirectory;
  readonly cgroup: Cgroup | null;
  readonly view: HostView;
  readonly #ground: Ground;
  #process: Promise<EngineProcess> | null = null;

  private constructor(
    ground: Ground,
    name: string,
    limits: ProcessLimits,
    directory: SlotDirectory,
    cgroup: Cgroup | null,
  ) {
    this.#ground = ground;
    this.name = name;
    this.limits = limits;
    this.directory = directory;
    this.cgroup = cgroup;
    this.view = hostView(ground.settings, directory);
  }

  static async create(ground: Ground, name: string, limits: ProcessLimits): Promise<Slot> {
    const fullName = `${ground.engineName}-${name}`;
    const directory = await createSlotDirectory(ground.settings, fullName);
    const base = ground.cgroupBase;
    const cgroup = base ? await createCgroup(base, fullName, limits.memoryBytesMax) : null;
    return new Slot(ground, name, limits, directory, cgroup);
  }

  /** The current process, or a new one where there is none or it has died while idle. */
  async process(): Promise<EngineProcess> {
    const current = await this.#process?.catch(() => null);
    if (current?.healthy) {
      return current;
    }
    const { settings, java, engineJar, hostJar } = this.#ground;
    const launch = { settings, limits: this.limits, directory: this.directory, java, engineJar, hostJar };
    this.#process = EngineProcess.start({
      argv: launchCommand({ ...launch, cgroupProcsFile: this.cgroup?.procsFile ?? null }),
      limits: this.limits,
      startTimeoutMs: settings.startTimeoutMs,
      cgroup: this.cgroup,
    });
    // The rejection reaches whoever awaits; this keeps a start in the background from ending the program.
    this.#process.catch(() => {});
    return this.#process;
  }

  /** Asks the current process, and once more a new one where the first turns out to have died before it could begin. */
  async ask(request: HostRequest, ask: Ask): Promise<Ending> {
    const ending = await (await this.process()).ask(request, ask);
    if (ending.kind !== 'died' || ending.begun) {
      return ending;
    }
    return (await this.process()).ask(request, ask);
  }

  async dropProcess(): Promise<void> {
    const current = await this.#process?.catch(() => null);
    this.#process = null;
    await current?.stop();
  }

  empty(): Promise<void> {
    return emptySlot(this.directory);
  }

  async remove(): Promise<void> {
    await this.dropProcess();
    await this.cgroup?.remove();
    await removeSlot(this.directory);
  }
}
