/**
 * Takes files from drop to result. One file is checked and one is uploaded at a time, and only when the account has a
 * free slot, so that no upload is rejected because of the job limit.
 */
import type { AccountEvent, Octavo, ParserOptionsInput } from '@octavo/sdk';
import type { LiveEvents } from '../api/live-events.ts';
import type { PageCount } from '../pdf/count-pages.ts';
import { checkFile, type FileLimits } from './check-file.ts';
import { InterruptibleSleep } from './interruptible-sleep.ts';
import { stateAfterEvent, stateOfJob } from './job-state.ts';
import { hasEnded, type Upload, type UploadState } from './upload.ts';
import type { UploadList } from './upload-list.ts';

export type UploadQueueDependencies = {
  readonly client: Pick<Octavo, 'jobs' | 'account' | 'plans'>;
  readonly live: Pick<LiveEvents, 'listen'>;
  readonly list: UploadList;
  readonly countPages: (file: Blob, password: string | undefined) => Promise<PageCount>;
  /** Poll interval for free slots and queue positions, in addition to events. */
  readonly pollMs?: number;
};

/** A day, so that a file waits until it is accepted or removed. */
const slotTimeoutMs = 86_400_000;

type Entry = { readonly file: Blob; readonly abort: AbortController };
type Step = (id: string, upload: Upload, entry: Entry) => Promise<void>;

export class UploadQueue {
  readonly list: UploadList;
  readonly #entries = new Map<string, Entry>();
  readonly #busy = new Set<UploadState['kind']>();
  readonly #sleep = new InterruptibleSleep();
  readonly #deps: UploadQueueDependencies;
  readonly #pollMs: number;
  #nextId = 1;

  constructor(deps: UploadQueueDependencies) {
    this.#deps = deps;
    this.list = deps.list;
    this.#pollMs = deps.pollMs ?? 4_000;
    deps.live.listen((event) => this.#onEvent(event));
  }

  add(files: readonly File[], options: ParserOptionsInput): void {
    const added = files.map((file): Upload => {
      const id = String(this.#nextId);
      this.#nextId += 1;
      this.#entries.set(id, { file, abort: new AbortController() });
      const { name, size: bytes } = file;
      return {
        ...{ id, name, bytes, options, pages: null, textlessPages: [], jobId: null },
        state: { kind: 'added' },
      };
    });
    this.list.add(added);
    void this.#processAll('added', this.#check);
  }

  /** Tries a file again, with a password or after an error. */
  retry(id: string, password?: string): void {
    const upload = this.list.find(id);
    if (upload === undefined || upload.jobId !== null) return;
    const options = password === undefined ? upload.options : { ...upload.options, password };
    this.list.update(id, { options, state: { kind: 'added' } });
    void this.#processAll('added', this.#check);
  }

  /** Removes a file from the list. A running upload is aborted and an unfinished job is deleted. */
  remove(id: string): void {
    const upload = this.list.find(id);
    if (upload === undefined) return;
    this.#entries.get(id)?.abort.abort();
    this.#entries.delete(id);
    this.list.remove(id);
    if (upload.jobId !== null && !hasEnded(upload)) {
      this.#deps.client.jobs.delete(upload.jobId).catch(() => {});
    }
  }

  clearEnded(): void {
    for (const upload of this.list.all.filter(hasEnded)) this.remove(upload.id);
  }

  /** Runs a step for every file in this state, one at a time, oldest first. */
  async #processAll(kind: UploadState['kind'], step: Step): Promise<void> {
    if (this.#busy.has(kind)) return;
    this.#busy.add(kind);
    for (;;) {
      const upload = this.#oldest(kind);
      const entry = upload && this.#entries.get(upload.id);
      if (entry === undefined || upload === undefined) break;
      try {
        await step(upload.id, upload, entry);
      } catch (error) {
        if (!entry.abort.signal.aborted) this.list.setState(upload.id, { kind: 'refused', error });
      }
    }
    this.#busy.delete(kind);
  }

  #oldest(kind: UploadState['kind']): Upload | undefined {
    const waiting = this.list.all.filter(({ state }) => state.kind === kind);
    return waiting.toSorted((a, b) => Number(a.id) - Number(b.id))[0];
  }

  #check: Step = async (id, { options }, { file, abort }) => {
    this.list.setState(id, { kind: 'checking' });
    const limits = await this.#limits(abort.signal);
    const check = await checkFile(file, options, limits, this.#deps.countPages);
    if (check.kind === 'problem') return this.list.setState(id, { kind: 'invalid', problem: check.problem });
    if (check.kind === 'locked') {
      return this.list.setState(id, { kind: 'locked', isWrong: options.password !== undefined });
    }
    const { pages, textless: textlessPages } = check;
    this.list.update(id, { pages, textlessPages, state: { kind: 'waiting', for: 'turn' } });
    void this.#processAll('waiting', this.#send);
  };

  #send: Step = async (id, { name, bytes, options, pages }, { file, abort: { signal } }) => {
    await this.#waitForSlot(id, signal);
    const { pagesLeft } = await this.#limits(signal);
    // Files uploaded since the check may have used the remaining pages.
    if (pages !== null && pages > pagesLeft) {
      return this.list.setState(id, {
        kind: 'invalid',
        problem: { kind: 'too-many-pages', pages, pagesLeft },
      });
    }
    this.list.setState(id, { kind: 'uploading', bytesSent: 0, bytesTotal: bytes });
    const job = await this.#deps.client.jobs.create(
      { file: { content: file, name }, options },
      {
        signal,
        slotTimeoutMs,
        onSlotWait: () => this.list.setState(id, { kind: 'waiting', for: 'slot' }),
        onUploadProgress: ({ bytesSent, bytesTotal }) =>
          this.list.setState(id, { kind: 'uploading', bytesSent, bytesTotal: bytesTotal ?? bytes }),
      },
    );
    this.list.update(id, { jobId: job.id, state: stateOfJob(job), options: withoutPassword(options) });
    void this.#pollJob(id, job.id, signal);
  };

  async #limits(signal: AbortSignal): Promise<FileLimits> {
    const { account, plans } = this.#deps.client;
    const [{ pages_limit, pages_used }, plan] = await Promise.all([
      account.me({ signal }),
      plans.current({ signal }),
    ]);
    return { bytesMax: plan?.file_bytes_max ?? null, pagesLeft: Math.max(0, pages_limit - pages_used) };
  }

  async #waitForSlot(id: string, signal: AbortSignal): Promise<void> {
    const { jobs, plans } = this.#deps.client;
    const plan = await plans.current({ signal });
    for (;;) {
      const active = await jobs.list({ status: ['pending', 'processing'], page_size: 1 }, { signal });
      if (plan === undefined || active.total < plan.active_jobs_max) return;
      this.list.setState(id, { kind: 'waiting', for: 'slot' });
      await this.#sleep.for(this.#pollMs, signal);
    }
  }

  /** Polls for the queue position and for changes that events may have missed. */
  async #pollJob(id: string, jobId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      if (!this.#isActive(id)) return;
      try {
        const job = await this.#deps.client.jobs.retrieve(jobId, { signal, include: ['progress', 'error'] });
        if (this.#isActive(id)) this.list.setState(id, stateOfJob(job));
      } catch (error) {
        if (isGone(error)) return this.list.remove(id);
      }
      await this.#sleep.for(this.#pollMs, signal);
    }
  }

  #isActive(id: string): boolean {
    const upload = this.list.find(id);
    return upload !== undefined && !hasEnded(upload);
  }

  #onEvent(event: AccountEvent): void {
    if (event.type === 'stream.reset') {
      this.#sleep.wakeAll();
      return;
    }
    const upload = this.list.all.find(({ jobId }) => jobId === event.data.job_id);
    if (upload !== undefined) {
      const state = stateAfterEvent(upload.state, event);
      if (state === null) this.list.remove(upload.id);
      else this.list.setState(upload.id, state);
    }
    if (/^job\.(done|failed|deleted)$/.test(event.type)) this.#sleep.wakeAll();
  }
}

function withoutPassword({ password: _, ...options }: ParserOptionsInput): ParserOptionsInput {
  return options;
}

function isGone(error: unknown): boolean {
  return (error as { status?: unknown } | null)?.status === 404;
}
