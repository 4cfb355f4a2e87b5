/** Converts a file in one call: submit the job, wait for it, download the text results. */
import type { RequestOptions } from '../request/attempt.ts';
import type { UploadProgress } from '../request/multipart.ts';
import type { Jobs } from '../resources/jobs.ts';
import type { SlotWait } from '../resources/submit-job.ts';
import type { Format, Job, JobEvent, ParserOptionsInput } from '../wire.ts';
import { Conversion, type DefaultFormats, type Texts } from './conversion.ts';
import { type ConvertInput, submissionOf } from './convert-input.ts';

/** SDK settings, as opposed to the parser options of the API. */
export type ConvertSettings = Pick<RequestOptions, 'signal' | 'maxRetries' | 'headers'> & {
  readonly idempotencyKey?: string | undefined;
  /** How long to wait for the job; default two hours. */
  readonly waitTimeoutMs?: number | undefined;
  readonly slotTimeoutMs?: number | undefined;
  readonly idleTimeoutMs?: number | undefined;
  /** When the job is deleted automatically, once it is finished. */
  readonly expiresAt?: string | Date | undefined;
  /** Deletes the job after its text results are downloaded. Other formats can then no longer be downloaded. */
  readonly deleteAfter?: boolean | undefined;
  readonly onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
  readonly onSlotWait?: ((wait: SlotWait) => void) | undefined;
  /** Called when the job is accepted. From here on it runs on the server even if this process ends. */
  readonly onJob?: ((job: Job) => void) | undefined;
  /** Called for every status change and progress report of the job. */
  readonly onEvent?: ((event: JobEvent) => void) | undefined;
};

export type ConvertOptions<Formats extends readonly Format[] = readonly Format[]> = ConvertSettings &
  Omit<ParserOptionsInput, 'format'> & { readonly format?: Formats | undefined };

const settingNames: Readonly<Record<keyof ConvertSettings, true>> = {
  signal: true,
  maxRetries: true,
  headers: true,
  idempotencyKey: true,
  waitTimeoutMs: true,
  slotTimeoutMs: true,
  idleTimeoutMs: true,
  expiresAt: true,
  deleteAfter: true,
  onUploadProgress: true,
  onSlotWait: true,
  onJob: true,
  onEvent: true,
};

const textFormats = ['markdown', 'html', 'text', 'json'] as const;

/** Everything that is not an SDK setting is passed on as a parser option; the server rejects unknown ones. */
export function parserOptionsOf(options: ConvertOptions): ParserOptionsInput {
  const entries = Object.entries(options).filter(
    ([name, value]) => !Object.hasOwn(settingNames, name) && value !== undefined,
  );
  return Object.fromEntries(entries) as ParserOptionsInput;
}

async function fetchTexts(jobs: Jobs, job: Job, options: RequestOptions): Promise<Texts> {
  const wanted = textFormats.filter((format) => job.options.format.includes(format));
  const texts = await Promise.all(
    wanted.map(
      async (format) => [format, await (await jobs.download(job.id, format, options)).text()] as const,
    ),
  );
  return Object.fromEntries(texts);
}

export async function convertFile<const Formats extends readonly Format[] = DefaultFormats>(
  jobs: Jobs,
  input: ConvertInput,
  options: ConvertOptions<Formats> = {},
): Promise<Conversion<Formats>> {
  const { signal, maxRetries, headers } = options;
  const accepted = await jobs.create(
    { ...submissionOf(input), options: parserOptionsOf(options), expires_at: options.expiresAt },
    options,
  );
  options.onJob?.(accepted);
  const { waitTimeoutMs: timeoutMs, onEvent } = options;
  const job = await jobs.wait(accepted.id, {
    signal,
    maxRetries,
    headers,
    timeoutMs,
    onEvent,
    include: ['warnings'],
  });
  const texts = await fetchTexts(jobs, job, { signal, maxRetries, headers });
  if (options.deleteAfter) await jobs.delete(job.id, { signal, maxRetries, headers });
  return new Conversion<Formats>(jobs, job, texts);
}
