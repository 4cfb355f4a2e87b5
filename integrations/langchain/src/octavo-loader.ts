/** A LangChain.js document loader: converts a PDF with Octavo, and loads its chunks or pages. */
import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import type { Document } from '@langchain/core/documents';
import { type ChunksQuery, type ConvertInput, type Job, Octavo, type ParserOptionsInput } from '@octavo/sdk';
import { chunkDocument, type OctavoMetadata, pageDocument } from './document-of.ts';

/** A file, a URL that the server fetches, or a job that is already there, which costs nothing. */
export type LoaderInput = ConvertInput | { readonly job_id: string };

export type OctavoLoaderOptions = {
  /** Without a client, the address and the API key come from `OCTAVO_BASE_URL` and `OCTAVO_API_KEY`. */
  readonly client?: Octavo;
  /** One document for each chunk (the default) or for each page. */
  readonly per?: 'chunk' | 'page';
  /** How the document is cut: `max_tokens`, `overlap`, `tables` and others. */
  readonly chunks?: ChunksQuery;
  /** How it is converted: `pages`, `password`, `ocr` and others. */
  readonly options?: Omit<ParserOptionsInput, 'format'>;
  readonly signal?: AbortSignal;
};

/** The most that a request may ask for; a longer page takes several. */
const pageTokens = 20_000;
const pageMark = /^<!-- page [^\n]*-->\s*/;

const isJob = (input: LoaderInput): input is { readonly job_id: string } =>
  typeof input === 'object' && 'job_id' in input;

export class OctavoLoader extends BaseDocumentLoader {
  readonly #input: LoaderInput;
  readonly #client: Octavo;
  readonly #settings: OctavoLoaderOptions;

  constructor(input: LoaderInput, settings: OctavoLoaderOptions = {}) {
    super();
    this.#input = input;
    this.#client = settings.client ?? new Octavo();
    this.#settings = settings;
  }

  /** One by one, for documents that are too long to keep in memory. */
  async *lazyLoad(): AsyncGenerator<Document<OctavoMetadata>, void, undefined> {
    const job = await this.#job();
    yield* this.#settings.per === 'page' ? this.#pages(job) : this.#chunks(job);
  }

  override async load(): Promise<Document<OctavoMetadata>[]> {
    const documents: Document<OctavoMetadata>[] = [];
    for await (const document of this.lazyLoad()) documents.push(document);
    return documents;
  }

  async #job(): Promise<Job> {
    const { options, signal } = this.#settings;
    const { jobs } = this.#client;
    if (isJob(this.#input)) return jobs.wait(this.#input.job_id, { include: ['file'], signal });
    const { job } = await this.#client.convert(this.#input, { ...options, format: ['text'], signal });
    return jobs.retrieve(job.id, { include: ['file'], signal });
  }

  async *#chunks({ id }: Job): AsyncGenerator<Document<OctavoMetadata>, void, undefined> {
    const { chunks, signal } = this.#settings;
    for await (const chunk of this.#client.jobs.chunks(id, chunks, { signal }))
      yield chunkDocument(chunk, id);
  }

  async *#pages({ id, file }: Job): AsyncGenerator<Document<OctavoMetadata>, void, undefined> {
    const { signal } = this.#settings;
    const { jobs } = this.#client;
    for await (const page of jobs.pages(id, {}, { signal })) {
      let markdown = '';
      const query = { pages: String(page.page), max_tokens: pageTokens } as const;
      for await (const { content } of jobs.read(id, query, { signal })) markdown += String(content);
      yield pageDocument(page, markdown.replace(pageMark, ''), { source: file?.name ?? '', jobId: id });
    }
  }
}
