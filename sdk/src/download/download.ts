/** A file of the service: its description at once, its bytes when they are asked for, resumed where the network broke. */
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
  /** The name the service suggests, safe to use within a directory. */
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: number | null;
  readonly etag: string | null;
  /** 206 when a range was asked for, 304 when `ifNoneMatch` matched and there is no body. */
  readonly status: number;
  readonly headers: Headers;
};

export type DownloadOptions = RequestOptions & {
  /** Part of the file, such as `bytes=0-1023`. */
  readonly range?: string | undefined;
  /** An `etag` you have: the answer is then 304, without a body, if the file is still the same. */
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

  /** The bytes, to be read once. */
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

  /** Writes the file to this path and answers the path. Nothing half-written is left behind. */
  async save(path: string): Promise<string> {
    return saveStream(this.#chunks(), path);
  }

  /** Lets go of the connection without reading the rest. */
  async cancel(): Promise<void> {
    const attempt = this.#attempt;
    this.#attempt = null;
    attempt?.finish();
    await attempt?.response.body?.cancel().catch(() => {});
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    if (this.#attempt === null) {
      throw new InputError('This download was read already.', 'Ask for it again.');
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

  /** Throws the error instead where going on cannot work: a range of a range, or a file that may have changed. */
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
    throw new ConnectionError('The file changed while it was read.', 'Download it again from the beginning.');
  }
}
