/** What a share link shows, for anyone who has the link. */
import { Download, type DownloadOptions } from '../download/download.ts';
import { ConfigurationError } from '../errors/octavo-error.ts';
import type { RequestOptions } from '../request/attempt.ts';
import { type OctavoOptions, resolveSettings } from '../request/client-options.ts';
import { Transport } from '../request/transport.ts';
import type { SharedContent, TextFormat } from '../wire.ts';

export type OpenShareOptions = Omit<OctavoOptions, 'apiKey' | 'sessionToken' | 'baseUrl'>;

const linkParts = /^(https?:\/\/.+)\/app\/shared#(shr_[A-Za-z0-9_-]+)$/;

export class SharedResult {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The name of the file, the formats that can be downloaded, or the one block that is shared. */
  async retrieve(options?: RequestOptions): Promise<SharedContent> {
    return this.#transport.json({ method: 'GET', path: '/shared', isRepeatable: true }, options);
  }

  async download(format: TextFormat, options: DownloadOptions = {}): Promise<Download> {
    return Download.open(this.#transport, `/shared/download/${format}`, `shared-${format}`, options);
  }

  /** The submitted PDF, if the link includes it. */
  async source(options: DownloadOptions = {}): Promise<Download> {
    return Download.open(this.#transport, '/shared/source', 'shared.pdf', options);
  }

  async image(name: string, options: DownloadOptions = {}): Promise<Download> {
    return Download.open(this.#transport, `/shared/images/${encodeURIComponent(name)}`, name, options);
  }
}

/** Opens a link as somebody sent it. No account and no API key are needed. */
export function openShare(link: string, options: OpenShareOptions = {}): SharedResult {
  const [, baseUrl, sessionToken] = linkParts.exec(link) ?? [];
  if (baseUrl === undefined || sessionToken === undefined) {
    throw new ConfigurationError('This is not a share link.', 'Pass the whole link, with the part after #.');
  }
  return new SharedResult(new Transport(resolveSettings({ ...options, baseUrl, sessionToken })));
}
