/** A file on the server: metadata at once, content on demand, resumed after a broken connection. */
import { ConnectionError, InputError } from '../errors/octavo-error.ts';
import type { ApiRequest, Attempt, RequestOptions } from '../request/attempt.ts';
import { streamFrom } from '../request/byte-stream.ts';
import { readBody } from '../request/read-body.ts';
import { delayBeforeRetryMs } from '../request/retry.ts';
import { sleep } from '../request/sleep.ts';
import type { Transport } from '../request/transport.ts';
import { fileNameFrom } from './file-name.ts';
import { saveStream } from './save-stream.ts';

export type FileInfo = {
  /** The name the server suggests, safe to use as a file name. */
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: number | null;
  readonly etag: string | null;
  /** 206 for a range request; 304 without a body if `ifNoneMatch` matched. */
  readonly status: number;
  readonly headers: Headers;
};

export type DownloadOptions = RequestOptions & {
  /** A part of the file, such as `bytes=0-1023`. */
  readonly range?: string | undefined;
  /** A known `etag`: if the file has not changed, the response is 304 without a body. */
  readonly ifNoneMatch?: string | undefined;
};

export function fileInfoFrom({ status, headers }: Response, fallbackName: string): FileInfo {
  const length = headers.get('content-length');
  return {
    fileName: fileNameFrom(headers.get('content-disposition'), fallbackName),
    mediaType: headers.get('content-type') ?? 'application/octet-stream',
    bytes: length === null ? null : Number(length),
    etag: headers.get('etag'),
    status,
    headers,
  };
}

export class Download implements FileInfo {
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: number | null;
  readonly etag: string | null;
  readonly status: number;
  readonly headers: Headers;
  readonly #transport: Transport;
  readonly #request: ApiRequest;
  readonly #options: DownloadOptions;
  #attempt: Attempt | null;

  private constructor(
    transport: Transport,
    request: ApiRequest,
    options: DownloadOptions,
    attempt: Attempt,
    info: FileInfo,
  ) {
    this.#transport = transport;
    this.#request = request;
    this.#options = options;
    this.#attempt = attempt;
    this.fileName = info.fileName;
    this.mediaType = info.mediaType;
    this.bytes = info.bytes;
    this.etag = info.etag;
    this.status = info.status;
    this.headers = info.headers;
  }

  static async open(
    transport: Transport,
    path: string,
    fallbackName: string,
    options: DownloadOptions,
  ): Promise<Download> {
    const request: ApiRequest = {
      method: 'GET',
      path,
      headers: { accept: '*/*', range: options.range, 'if-none-match': options.ifNoneMatch },
      isRepeatable: true,
    };
    const attempt = await transport.open(request, options);
    return new Download(transport, request, options, attempt, fileInfoFrom(attempt.response, fallbackName));
  }

  /** The content. Can be read once. */
  stream(): ReadableStream<Uint8Array> {
    return streamFrom(this.#chunks());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Response(this.stream()).arrayBuffer();
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.arrayBuffer()], { type: this.mediaType });
  }

  async text(): Promise<string> {
    return new Response(this.stream()).text();
  }

  async json<Value = unknown>(): Promise<Value> {
    return JSON.parse(await this.text()) as Value;
  }

  /** Writes the file to `path` and returns the path. Never leaves a partial file behind. */
  async save(path: string): Promise<string> {
    return saveStream(this.#chunks(), path);
  }

  /** Closes the connection without reading the rest. */
  async cancel(): Promise<void> {
    const attempt = this.#attempt;
    this.#attempt = null;
    attempt?.finish();
    await attempt?.response.body?.cancel().catch(() => {});
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    if (this.#attempt === null) {
      throw new InputError('This download was already read.', 'Start a new download.');
    }
    let attempt = this.#attempt;
    this.#attempt = null;
    let bytesRead = 0;
    let retriesDone = 0;
    while (true) {
      try {
        for await (const chunk of readBody(attempt)) {
          bytesRead += chunk.byteLength;
          if (chunk.byteLength > 0) retriesDone = 0;
          yield chunk;
        }
        return;
      } catch (error) {
        await this.#pauseBefore(retriesDone, error);
        retriesDone += 1;
        attempt = await this.#resume(bytesRead);
      }
    }
  }

  /** Throws `error` if the download cannot be resumed: range requests, or files without an etag. */
  async #pauseBefore(retriesDone: number, error: unknown): Promise<void> {
    const maxRetries = this.#options.maxRetries ?? this.#transport.settings.maxRetries;
    const canResume = this.status === 200 && this.etag !== null && retriesDone < maxRetries;
    if (!(error instanceof ConnectionError) || !canResume) throw error;
    await sleep(delayBeforeRetryMs(retriesDone, null) ?? 0, this.#options.signal);
  }

  async #resume(bytesRead: number): Promise<Attempt> {
    const headers = {
      ...this.#request.headers,
      range: `bytes=${bytesRead}-`,
      'if-range': this.etag ?? undefined,
    };
    const attempt = await this.#transport.open({ ...this.#request, headers }, this.#options);
    if (attempt.response.status === 206) return attempt;
    attempt.finish();
    await attempt.response.body?.cancel().catch(() => {});
    throw new ConnectionError(
      'The file changed during the download.',
      'Download it again from the beginning.',
    );
  }
}
