/** The client: one object per account and server. */
import type { Conversion, DefaultFormats } from './convert/conversion.ts';
import type { BatchItem, ConvertAllOptions } from './convert/convert-all.ts';
import type { ConvertOptions } from './convert/convert-file.ts';
import type { ConvertInput } from './convert/convert-input.ts';
import { type OctavoOptions, resolveSettings } from './request/client-options.ts';
import { Transport } from './request/transport.ts';
import { Account, Retention } from './resources/account.ts';
import { ApiKeys } from './resources/api-keys.ts';
import { Diffs } from './resources/diffs.ts';
import { Erasures } from './resources/erasures.ts';
import { Events } from './resources/events.ts';
import { Jobs } from './resources/jobs.ts';
import { Receipts } from './resources/receipts.ts';
import { Service } from './resources/service.ts';
import { Shares } from './resources/shares.ts';
import { Uploads } from './resources/uploads.ts';
import { Plans, Usage } from './resources/usage.ts';
import { Webhooks } from './resources/webhooks.ts';
import type { Format } from './wire.ts';

export class Octavo {
  readonly jobs: Jobs;
  readonly uploads: Uploads;
  readonly account: Account;
  readonly apiKeys: ApiKeys;
  readonly usage: Usage;
  readonly plans: Plans;
  readonly retention: Retention;
  readonly events: Events;
  readonly webhooks: Webhooks;
  readonly diffs: Diffs;
  readonly receipts: Receipts;
  readonly erasures: Erasures;
  readonly shares: Shares;
  readonly service: Service;
  readonly baseUrl: string;
  readonly #options: OctavoOptions;

  constructor(options: OctavoOptions = {}) {
    const transport = new Transport(resolveSettings(options));
    this.#options = options;
    this.baseUrl = transport.settings.baseUrl;
    this.jobs = new Jobs(transport);
    this.uploads = new Uploads(transport);
    this.account = new Account(transport);
    this.apiKeys = new ApiKeys(transport);
    this.usage = new Usage(transport);
    this.plans = new Plans(transport);
    this.retention = new Retention(transport);
    this.events = new Events(transport);
    this.webhooks = new Webhooks(transport);
    this.diffs = new Diffs(transport);
    this.receipts = new Receipts(transport);
    this.erasures = new Erasures(transport);
    this.shares = new Shares(transport);
    this.service = new Service(transport);
  }

  /** The same client with some options changed. */
  withOptions(options: OctavoOptions): Octavo {
    const { apiKey, sessionToken, ...rest } = this.#options;
    const isNewCaller = options.apiKey !== undefined || options.sessionToken !== undefined;
    return new Octavo(isNewCaller ? { ...rest, ...options } : { ...rest, apiKey, sessionToken, ...options });
  }

  /**
   * Converts a file and returns its text results. Parser options and SDK settings go into the same object:
   * `convert('a.pdf', { format: ['markdown'], pages: '1-3', signal })`. With `{ source_url }`, the server
   * fetches the file, if it offers that.
   */
  async convert<const Formats extends readonly Format[] = DefaultFormats>(
    file: ConvertInput,
    options?: ConvertOptions<Formats>,
  ): Promise<Conversion<Formats>> {
    // Imported on use, like the next: the pages of a dashboard submit jobs and follow them.
    const { convertFile } = await import('./convert/convert-file.ts');
    return convertFile<Formats>(this.jobs, file, options);
  }

  /** Converts many files, as many at a time as the plan allows, and yields results in the order they finish. */
  async *convertAll<const Formats extends readonly Format[] = DefaultFormats>(
    files: Iterable<ConvertInput> | AsyncIterable<ConvertInput>,
    options?: ConvertAllOptions<Formats>,
  ): AsyncGenerator<BatchItem<Formats>, void, undefined> {
    const { convertAll } = await import('./convert/convert-all.ts');
    yield* convertAll<Formats>(this, files, options);
  }
}
