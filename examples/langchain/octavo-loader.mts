/** A LangChain.js document loader: converts a PDF with Octavo, and loads its chunks with their pages and boxes. */
import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import { Document } from '@langchain/core/documents';
import { type ChunksQuery, type DocumentChunk, type FileInput, Octavo } from '@octavo/sdk';

export type OctavoLoaderOptions = {
  readonly client?: Octavo;
  /** How the document is cut: `max_tokens`, `overlap`, `tables` and others. */
  readonly chunks?: ChunksQuery;
};

/** `source` and `loc.pageNumber` are the names that the PDF loaders of LangChain use. */
export type OctavoMetadata = Pick<DocumentChunk, 'headings' | 'page_numbers' | 'spans' | 'anchor'> & {
  readonly source: string;
  readonly loc: { readonly pageNumber: number | undefined };
  readonly job_id: string;
};

function toDocument(chunk: DocumentChunk, jobId: string): Document<OctavoMetadata> {
  const { id, text, filename, headings, page_numbers, spans, anchor } = chunk;
  return new Document({
    id,
    pageContent: text,
    metadata: {
      source: filename,
      loc: { pageNumber: page_numbers[0] },
      job_id: jobId,
      headings,
      page_numbers,
      spans,
      anchor,
    },
  });
}

export class OctavoLoader extends BaseDocumentLoader {
  readonly #file: FileInput;
  readonly #client: Octavo;
  readonly #chunks: ChunksQuery;

  /** Without a client, the address and the API key come from `OCTAVO_BASE_URL` and `OCTAVO_API_KEY`. */
  constructor(file: FileInput, { client = new Octavo(), chunks = {} }: OctavoLoaderOptions = {}) {
    super();
    this.#file = file;
    this.#client = client;
    this.#chunks = chunks;
  }

  /** One by one, for documents that are too long to keep in memory. */
  async *lazyLoad(): AsyncGenerator<Document<OctavoMetadata>> {
    const { job } = await this.#client.convert(this.#file, { format: ['text'] });
    for await (const chunk of this.#client.jobs.chunks(job.id, this.#chunks)) yield toDocument(chunk, job.id);
  }

  override async load(): Promise<Document<OctavoMetadata>[]> {
    const documents: Document<OctavoMetadata>[] = [];
    for await (const document of this.lazyLoad()) documents.push(document);
    return documents;
  }
}
