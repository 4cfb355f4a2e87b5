/** A finished conversion: text results, the parsed JSON tree, and the other formats on demand. */
import type { ParsedDocument } from '../document/node.ts';
import { parseDocument } from '../document/parse-document.ts';
import type { Download, DownloadOptions } from '../download/download.ts';
import type { SavedFiles, SaveOptions } from '../download/save-results.ts';
import type { Jobs } from '../resources/jobs.ts';
import type { Format, Job, JobWarning } from '../wire.ts';

export type DefaultFormats = readonly ['markdown', 'json'];

/** `Value` if the format is among literal `Formats`; `Value | undefined` if the formats are only known at run time. */
type If<Formats extends readonly Format[], Wanted extends Format, Value> = number extends Formats['length']
  ? Value | undefined
  : Wanted extends Formats[number]
    ? Value
    : undefined;

export type Texts = Partial<Record<'markdown' | 'html' | 'text' | 'json', string>>;

export class Conversion<Formats extends readonly Format[] = readonly Format[]> {
  readonly job: Job;
  readonly jobId: string;
  readonly pageCount: number;
  /** Problems found during the conversion, such as pages that contain only an image. */
  readonly warnings: readonly JobWarning[];
  readonly formats: readonly Format[];
  readonly markdown: If<Formats, 'markdown', string>;
  readonly html: If<Formats, 'html', string>;
  readonly text: If<Formats, 'text', string>;
  /** The parsed document. Read it with `walk`, `tables`, `headings`, `links` and `textOf`. */
  readonly json: If<Formats, 'json', ParsedDocument>;
  readonly #jobs: Jobs;

  constructor(jobs: Jobs, job: Job, texts: Texts) {
    this.#jobs = jobs;
    this.job = job;
    this.jobId = job.id;
    this.pageCount = job.page_count ?? 0;
    this.warnings = job.warnings ?? [];
    this.formats = job.options.format;
    this.markdown = texts.markdown as If<Formats, 'markdown', string>;
    this.html = texts.html as If<Formats, 'html', string>;
    this.text = texts.text as If<Formats, 'text', string>;
    const json = texts.json === undefined ? undefined : parseDocument(texts.json);
    this.json = json as If<Formats, 'json', ParsedDocument>;
  }

  /** Downloads one of the formats, including the tagged PDF, the annotated PDF and the images. */
  async download(format: Format, options?: DownloadOptions): Promise<Download> {
    return this.#jobs.download(this.jobId, format, options);
  }

  /** Writes every format into a directory, named after the submitted file. Images go into a subdirectory. */
  async save(directory: string, options?: SaveOptions): Promise<SavedFiles> {
    // Imported on use: browsers cannot save into directories and need not load it.
    const { saveResults } = await import('../download/save-results.ts');
    return saveResults(this.#jobs, this.job, directory, options);
  }
}
