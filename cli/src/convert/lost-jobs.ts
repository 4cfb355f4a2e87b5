/** Finds jobs that were accepted just before their command was killed, and whose idempotency key has expired. */
import type { Job, Octavo, ParserOptionsInput } from '@octavo/sdk';
import type { BatchState, JobEntry } from './batch-state.ts';

/** The server keeps an idempotency key for 24 hours. */
const keyKnownMs = 23 * 60 * 60 * 1000;
/** Maximum difference between the clocks of this machine and the server. */
const clockDifferenceMs = 60 * 60 * 1000;

export class LostJobs {
  readonly #client: Octavo;
  readonly #state: BatchState;
  readonly #options: ParserOptionsInput;
  readonly #signal: AbortSignal;
  readonly #lists = new Map<string, Promise<readonly Job[]>>();

  constructor(client: Octavo, state: BatchState, options: ParserOptionsInput, signal: AbortSignal) {
    this.#client = client;
    this.#state = state;
    this.#options = options;
    this.#signal = signal;
  }

  /** The id of the job that was created for this content under an expired key; null if there is none. */
  async find(content: { readonly sha256: string }, entry: JobEntry): Promise<string | null> {
    const submittedMs = Date.parse(entry.submitted_at);
    if (Date.now() - submittedMs < keyKnownMs) return null;
    const known = this.#state.knownJobIds();
    const jobs = await this.#since(new Date(submittedMs - clockDifferenceMs));
    const found = jobs.find(
      (job) => job.file?.sha256 === content.sha256 && !known.has(job.id) && this.#hasOptions(job),
    );
    return found?.id ?? null;
  }

  #hasOptions(job: Job): boolean {
    const { password: _, ...expected } = this.#options;
    const actual = job.options as Readonly<Record<string, unknown>>;
    return Object.entries(expected).every(
      ([name, value]) => value === undefined || JSON.stringify(actual[name]) === JSON.stringify(value),
    );
  }

  #since(timestamp: Date): Promise<readonly Job[]> {
    const from = timestamp.toISOString();
    const jobs = this.#lists.get(from) ?? this.#list(from);
    this.#lists.set(from, jobs);
    return jobs;
  }

  async #list(from: string): Promise<readonly Job[]> {
    const jobs: Job[] = [];
    const query = { created_after: from, include: ['file' as const], page_size: 100 };
    for await (const job of this.#client.jobs.list(query, { signal: this.#signal })) jobs.push(job);
    return jobs;
  }
}
