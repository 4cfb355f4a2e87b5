/** Jobs: submit, find, wait, fetch the results, remove. */

import { Download, type DownloadOptions, type FileInfo, fileInfoFrom } from '../download/download.ts';
import { type SavedFiles, type SaveOptions, saveResults } from '../download/save-results.ts';
import type { RequestOptions, UploadOptions } from '../request/attempt.ts';
import type { FileInput } from '../request/open-file-source.ts';
import type { Transport } from '../request/transport.ts';
import type {
  Format,
  Job,
  JobDropped,
  JobEvent,
  JobExpiry,
  JobImage,
  JobInclude,
  JobListQuery,
  ParserOptionsInput,
  Preflight,
} from '../wire.ts';
import { deleteResource } from './delete-resource.ts';
import { inspectFile } from './inspect-file.ts';
import { type PageBody, PagePromise } from './page.ts';
import { type CreateOptions, type JobSubmission, submitJob } from './submit-job.ts';
import { type WaitOptions, waitForJob } from './wait-for-job.ts';
import { type WatchOptions, watchJob } from './watch-job.ts';

export type RetrieveOptions = RequestOptions & { readonly include?: readonly JobInclude[] | undefined };

function pathOf(jobId: string, ...rest: readonly string[]): string {
  return ['/jobs', ...[jobId, ...rest].map(encodeURIComponent)].join('/');
}

export class Jobs {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Submits a file, or once more the file of another job. Repeated attempts make one job: each call has an
   * idempotency key, its own or yours. When no slot is free it waits for one, up to `slotTimeoutMs`.
   */
  async create(submission: JobSubmission, options?: CreateOptions): Promise<Job> {
    return submitJob(this.#transport, submission, options);
  }

  async retrieve(jobId: string, { include, ...options }: RetrieveOptions = {}): Promise<Job> {
    const request = { method: 'GET', path: pathOf(jobId), query: { include }, isRepeatable: true } as const;
    return this.#transport.json(request, options);
  }

  /** Most recent first. Await it for one page, iterate it for all. */
  list(query: JobListQuery = {}, options?: RequestOptions): PagePromise<Job> {
    return new PagePromise((page) => {
      const asked = { ...query, page: page ?? query.page };
      const request = { method: 'GET', path: '/jobs', query: asked, isRepeatable: true } as const;
      return this.#transport.json<PageBody<Job>>(request, options);
    });
  }

  /**
   * The job once it is done. Throws JobFailedError if it failed, WaitTimeoutError after `timeoutMs`
   * (two hours unless given); the job then goes on, and can be waited for again.
   */
  async wait(jobId: string, options?: WaitOptions): Promise<Job> {
    return waitForJob(this.#transport, jobId, options);
  }

  /** Every change of one job from its first to its last, with the progress in between. */
  watch(jobId: string, options?: WatchOptions): AsyncGenerator<JobEvent, void, undefined> {
    return watchJob(this.#transport, jobId, options);
  }

  /** A result. Read it as text, json, bytes or stream, or save it. */
  async download(jobId: string, format: Format, options: DownloadOptions = {}): Promise<Download> {
    return Download.open(this.#transport, pathOf(jobId, 'download', format), `${jobId}-${format}`, options);
  }

  /** Writes the results of a job that is done into a directory, as `save` of a conversion does. */
  async save(job: Job, directory: string, options?: SaveOptions): Promise<SavedFiles> {
    return saveResults(this, job, directory, options);
  }

  /** Name, size and etag of a result, without fetching it. */
  async downloadInfo(jobId: string, format: Format, options?: RequestOptions): Promise<FileInfo> {
    return this.#info(pathOf(jobId, 'download', format), `${jobId}-${format}`, options);
  }

  /** The file that was submitted, byte for byte. */
  async source(jobId: string, options: DownloadOptions = {}): Promise<Download> {
    return Download.open(this.#transport, pathOf(jobId, 'source'), `${jobId}.pdf`, options);
  }

  async sourceInfo(jobId: string, options?: RequestOptions): Promise<FileInfo> {
    return this.#info(pathOf(jobId, 'source'), `${jobId}.pdf`, options);
  }

  /** What was left out as hidden: page, box and reason of each. */
  async dropped(jobId: string, options?: RequestOptions): Promise<JobDropped> {
    return this.#transport.json(
      { method: 'GET', path: pathOf(jobId, 'dropped'), isRepeatable: true },
      options,
    );
  }

  /** The images of a job that produced the format `images`, in the order of the document. */
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

  /** When the job goes by itself; null keeps it. */
  async update(
    jobId: string,
    change: Pick<JobExpiry, 'expires_at'>,
    options?: RequestOptions,
  ): Promise<JobExpiry> {
    const request = { method: 'PATCH', path: pathOf(jobId), json: change, isRepeatable: true } as const;
    return this.#transport.json(request, options);
  }

  /** Removes the job and its files at once, whatever its state. */
  async delete(jobId: string, options?: RequestOptions): Promise<void> {
    await deleteResource(this.#transport, pathOf(jobId), options);
  }

  /** Looks into a file without making a job: pages, scans, garbled text, cost, advice on options. */
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
