/** Jobs: submit, list, wait, download results, read, delete. */

import { Download, type DownloadOptions, type FileInfo, fileInfoFrom } from '../download/download.ts';
import type { SavedFiles, SaveOptions } from '../download/save-results.ts';
import type { RequestOptions, UploadOptions } from '../request/attempt.ts';
import type { FileInput } from '../request/open-file-source.ts';
import type { Transport } from '../request/transport.ts';
import type {
  Format,
  Job,
  JobAccessibility,
  JobDropped,
  JobEvent,
  JobExpiry,
  JobImage,
  JobInclude,
  JobListQuery,
  ParserOptionsInput,
  Preflight,
  Receipt,
  TextFormat,
} from '../wire.ts';
import { deleteResource } from './delete-resource.ts';
import { inspectFile } from './inspect-file.ts';
import { JobReading, pathOf } from './job-reading.ts';
import { type PageBody, PagePromise } from './page.ts';
import { type CreateOptions, type JobSubmission, submitJob } from './submit-job.ts';
import { type WaitOptions, waitForJob } from './wait-for-job.ts';
import { type WatchOptions, watchJob } from './watch-job.ts';

export type RetrieveOptions = RequestOptions & { readonly include?: readonly JobInclude[] | undefined };

/** The server writes for two minutes at most, after a wait. */
const writeTimeoutMs = 180_000;

export class Jobs extends JobReading {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport);
    this.#transport = transport;
  }

  /**
   * Submits a file, or the file of an earlier job again. Each call has an idempotency key, generated or yours, so
   * retries create one job. If no job slot is free, it waits for one, up to `slotTimeoutMs`.
   */
  async create(submission: JobSubmission, options?: CreateOptions): Promise<Job> {
    return submitJob(this.#transport, submission, options);
  }

  async retrieve(jobId: string, { include, ...options }: RetrieveOptions = {}): Promise<Job> {
    const request = { method: 'GET', path: pathOf(jobId), query: { include }, isRepeatable: true } as const;
    return this.#transport.json(request, options);
  }

  /** Newest first. Await it for one page, or iterate it for all jobs. */
  list(query: JobListQuery = {}, options?: RequestOptions): PagePromise<Job> {
    return new PagePromise((page) => {
      const pageQuery = { ...query, page: page ?? query.page };
      const request = { method: 'GET', path: '/jobs', query: pageQuery, isRepeatable: true } as const;
      return this.#transport.json<PageBody<Job>>(request, options);
    });
  }

  /**
   * Returns the job when it is done. Throws JobFailedError if it failed, and WaitTimeoutError after `timeoutMs`
   * (default two hours); the job then keeps running, and you can wait again.
   */
  async wait(jobId: string, options?: WaitOptions): Promise<Job> {
    return waitForJob(this.#transport, jobId, options);
  }

  /** Yields every status change and progress report of one job until it ends. */
  watch(jobId: string, options?: WatchOptions): AsyncGenerator<JobEvent, void, undefined> {
    return watchJob(this.#transport, jobId, options);
  }

  /** Downloads a result. Read it as text, JSON, bytes or stream, or save it. */
  async download(jobId: string, format: Format, options: DownloadOptions = {}): Promise<Download> {
    return Download.open(this.#transport, pathOf(jobId, 'download', format), `${jobId}-${format}`, options);
  }

  /**
   * Adds markdown, json, html or text to a job that is done, at no charge: they are written from the document that was
   * stored with it. Returns the job, which then has the formats. Other formats need a new job with `source_job_id`.
   */
  async writeOutputs(
    jobId: string,
    outputs: { readonly format: readonly TextFormat[] },
    options: RequestOptions = {},
  ): Promise<Job> {
    const request = {
      method: 'POST',
      path: pathOf(jobId, 'outputs'),
      json: outputs,
      isRepeatable: true,
    } as const;
    return this.#transport.json(request, { timeoutMs: writeTimeoutMs, ...options });
  }

  /** A signed statement of what the service did with the job; check it with `verifyReceipt`. */
  async receipt(jobId: string, options?: RequestOptions): Promise<Receipt> {
    const request = { method: 'GET', path: pathOf(jobId, 'receipt'), isRepeatable: true } as const;
    return this.#transport.json(request, options);
  }

  /** Saves the results of a finished job into a directory, as `Conversion.save` does. */
  async save(job: Job, directory: string, options?: SaveOptions): Promise<SavedFiles> {
    // Imported on use: browsers cannot save into directories and need not load it.
    const { saveResults } = await import('../download/save-results.ts');
    return saveResults(this, job, directory, options);
  }

  /** Name, size and etag of a result, without downloading it. */
  async downloadInfo(jobId: string, format: Format, options?: RequestOptions): Promise<FileInfo> {
    return this.#info(pathOf(jobId, 'download', format), `${jobId}-${format}`, options);
  }

  /** Downloads the submitted file, byte for byte. */
  async source(jobId: string, options: DownloadOptions = {}): Promise<Download> {
    return Download.open(this.#transport, pathOf(jobId, 'source'), `${jobId}.pdf`, options);
  }

  async sourceInfo(jobId: string, options?: RequestOptions): Promise<FileInfo> {
    return this.#info(pathOf(jobId, 'source'), `${jobId}.pdf`, options);
  }

  /** The hidden content that was left out: page, bounding box and reason of each. */
  async dropped(jobId: string, options?: RequestOptions): Promise<JobDropped> {
    return this.#transport.json(
      { method: 'GET', path: pathOf(jobId, 'dropped'), isRepeatable: true },
      options,
    );
  }

  /** Of a job with the format `tagged-pdf`: checks before and after, what was written, and what is left to do. */
  async accessibility(jobId: string, options?: RequestOptions): Promise<JobAccessibility> {
    return this.#transport.json(
      { method: 'GET', path: pathOf(jobId, 'accessibility'), isRepeatable: true },
      options,
    );
  }

  /** The images of a job with the format `images`, in document order. */
  async images(jobId: string, options?: RequestOptions): Promise<JobImage[]> {
    const request = { method: 'GET', path: pathOf(jobId, 'images'), isRepeatable: true } as const;
    const { items } = await this.#transport.json<{ items: JobImage[] }>(request, options);
    return items;
  }

  async image(jobId: string, name: string, options: DownloadOptions = {}): Promise<Download> {
    return Download.open(this.#transport, pathOf(jobId, 'images', name), name, options);
  }

  async imageInfo(jobId: string, name: string, options?: RequestOptions): Promise<FileInfo> {
    return this.#info(pathOf(jobId, 'images', name), name, options);
  }

  /** Sets when the job is deleted automatically; null keeps it. */
  async update(
    jobId: string,
    change: Pick<JobExpiry, 'expires_at'>,
    options?: RequestOptions,
  ): Promise<JobExpiry> {
    const request = { method: 'PATCH', path: pathOf(jobId), json: change, isRepeatable: true } as const;
    return this.#transport.json(request, options);
  }

  /** Deletes the job and its files immediately, in any status. */
  async delete(jobId: string, options?: RequestOptions): Promise<void> {
    await deleteResource(this.#transport, pathOf(jobId), options);
  }

  /** Checks a file without creating a job: pages, scans, garbled text, cost, recommended options. */
  async preflight(
    file: FileInput,
    parserOptions?: ParserOptionsInput,
    options?: UploadOptions,
  ): Promise<Preflight> {
    return inspectFile(this.#transport, file, parserOptions, options);
  }

  async #info(path: string, fallbackName: string, options?: RequestOptions): Promise<FileInfo> {
    const attempt = await this.#transport.open({ method: 'HEAD', path, isRepeatable: true }, options);
    attempt.finish();
    return fileInfoFrom(attempt.response, fallbackName);
  }
}
