/**
 * The files of this page, from the drop to the result. One is looked into and one is sent at a time, and only when
 * the account has a free slot, so that nothing is refused for having come too early.
 */
import type { AccountEvent, Octavo, ParserOptionsInput } from '@octavo/sdk';
import type { LiveEvents } from '../api/live-events.ts';
import type { PageCount } from '../pdf/count-pages.ts';
import { Alarm } from './alarm.ts';
import { checkFile, type FileLimits } from './check-file.ts';
import { stateAfterEvent, stateOfJob } from './job-state.ts';
import { hasEnded, type Upload, type UploadState } from './upload.ts';
import type { UploadList } from './upload-list.ts';

export type QueueNeeds = {
  readonly client: Pick<Octavo, 'jobs' | 'account' | 'plans'>;
  readonly live: Pick<LiveEvents, 'listen'>;
  readonly list: UploadList;
  readonly countPages: (file: Blob, password: string | undefined) => Promise<PageCount>;
  /** How often a waiting file looks for a free slot, and a queued job for its place, when no event tells. */
  readonly pollMs?: number;
};

/** Longer than anybody waits: a file waits here until it is taken, or taken away. */
const slotTimeoutMs = 86_400_000;

type Entry = { readonly file: Blob; readonly leaving: AbortController };
type Step = (id: string, upload: Upload, entry: Entry) => Promise<void>;

export class UploadQueue {
  readonly list: UploadList;
  readonly #entries = new Map<string, Entry>();
  readonly #busy = new Set<UploadState['kind']>();
  readonly #alarm = new Alarm();
  readonly #needs: QueueNeeds;
  readonly #pollMs: number;
  #nextId = 1;

  constructor(needs: QueueNeeds) {
    this.#needs = needs;
    this.list = needs.list;
    this.#pollMs = needs.pollMs ?? 4_000;
    needs.live.listen((event) => this.#hear(event));
  }

  add(files: readonly File[], options: ParserOptionsInput): void {
    for (const file of files) {
      const id = String(this.#nextId);
      this.#nextId += 1;
      this.#entries.set(id, { file, leaving: new AbortController() });
      const { name, size: bytes } = file;
      this.list.add({ id, name, bytes, options, pages: null, jobId: null, state: { kind: 'checking' } });
    }
    void this.#takeEach('checking', this.#check);
  }

  /** With another password, or once more after a refusal. */
  retry(id: string, password?: string): void {
    const upload = this.list.find(id);
    if (upload === undefined || upload.jobId !== null) return;
    const options = password === undefined ? upload.options : { ...upload.options, password };
    this.list.update(id, { options, state: { kind: 'checking' } });
    void this.#takeEach('checking', this.#check);
  }

  /** Takes it off the list; what has not ended is ended first, and a job that is under way is deleted. */
  remove(id: string): void {
    const upload = this.list.find(id);
    if (upload === undefined) return;
    this.#entries.get(id)?.leaving.abort();
    this.#entries.delete(id);
    this.list.remove(id);
    if (upload.jobId !== null && !hasEnded(upload)) {
      this.#needs.client.jobs.delete(upload.jobId).catch(() => {});
    }
  }

  clearEnded(): void {
    for (const upload of this.list.all.filter(hasEnded)) this.remove(upload.id);
  }

  /** One after the other, the oldest first, until none is left in this state. */
  async #takeEach(kind: UploadState['kind'], step: Step): Promise<void> {
    if (this.#busy.has(kind)) return;
    this.#busy.add(kind);
    for (;;) {
      const upload = this.list.all.findLast(({ state }) => state.kind === kind);
      const entry = upload && this.#entries.get(upload.id);
      if (entry === undefined || upload === undefined) break;
      try {
        await step(upload.id, upload, entry);
      } catch (error) {
        if (!entry.leaving.signal.aborted) this.list.setState(upload.id, { kind: 'refused', error });
      }
    }
    this.#busy.delete(kind);
  }

  #check: Step = async (id, { options }, { file, leaving }) => {
    const limits = await this.#limits(leaving.signal);
    const check = await checkFile(file, options, limits, this.#needs.countPages);
    if (check.kind === 'fault') return this.list.setState(id, { kind: 'faulty', fault: check.fault });
    if (check.kind === 'locked') {
      return this.list.setState(id, { kind: 'locked', isWrong: options.password !== undefined });
    }
    this.list.update(id, { pages: check.pages, state: { kind: 'waiting', for: 'turn' } });
    void this.#takeEach('waiting', this.#send);
  };

  #send: Step = async (id, { name, bytes, options, pages }, { file, leaving: { signal } }) => {
    await this.#waitForSlot(id, signal);
    const { pagesLeft } = await this.#limits(signal);
    // Files sent since it was looked into may have taken what was left.
    if (pages !== null && pages > pagesLeft) {
      return this.list.setState(id, { kind: 'faulty', fault: { kind: 'too-many-pages', pages, pagesLeft } });
    }
    this.list.setState(id, { kind: 'uploading', bytesSent: 0, bytesTotal: bytes });
    const job = await this.#needs.client.jobs.create(
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
    void this.#follow(id, job.id, signal);
  };

  async #limits(signal: AbortSignal): Promise<FileLimits> {
    const { account, plans } = this.#needs.client;
    const [{ pages_limit, pages_used }, plan] = await Promise.all([
      account.me({ signal }),
      plans.current({ signal }),
    ]);
    return { bytesMax: plan?.file_bytes_max ?? null, pagesLeft: Math.max(0, pages_limit - pages_used) };
  }

  async #waitForSlot(id: string, signal: AbortSignal): Promise<void> {
    const { jobs, plans } = this.#needs.client;
    const plan = await plans.current({ signal });
    for (;;) {
      const active = await jobs.list({ status: ['pending', 'processing'], page_size: 1 }, { signal });
      if (plan === undefined || active.total < plan.active_jobs_max) return;
      this.list.setState(id, { kind: 'waiting', for: 'slot' });
      await this.#alarm.sleep(this.#pollMs, signal);
    }
  }

  /** Events tell most of it. The place in the queue, and what they may have missed, is asked for. */
  async #follow(id: string, jobId: string, signal: AbortSignal): Promise<void> {
    for (;;) {
      if (!this.#isUnderWay(id)) return;
      try {
        const job = await this.#needs.client.jobs.retrieve(jobId, { signal, include: ['progress'] });
        if (this.#isUnderWay(id)) this.list.setState(id, stateOfJob(job));
      } catch (error) {
        if (isGone(error)) return this.list.remove(id);
      }
      await this.#alarm.sleep(this.#pollMs, signal);
    }
  }

  #isUnderWay(id: string): boolean {
    const upload = this.list.find(id);
    return upload !== undefined && !hasEnded(upload);
  }

  #hear(event: AccountEvent): void {
    if (event.type === 'stream.reset') {
      this.#alarm.ring();
      return;
    }
    const upload = this.list.all.find(({ jobId }) => jobId === event.data.job_id);
    if (upload !== undefined) {
      const state = stateAfterEvent(upload.state, event);
      if (state === null) this.list.remove(upload.id);
      else this.list.setState(upload.id, state);
    }
    if (/^job\.(done|failed|deleted)$/.test(event.type)) this.#alarm.ring();
  }
}

function withoutPassword({ password: _, ...options }: ParserOptionsInput): ParserOptionsInput {
  return options;
}

function isGone(error: unknown): boolean {
  return (error as { status?: unknown } | null)?.status === 404;
}
