/** Documents of LangChain from chunks and pages, with the place each comes from. */
import { Document } from '@langchain/core/documents';
import type { DocumentChunk, DocumentPage } from '@octavo/sdk';

/** Left, bottom, right, top in points of the displayed page. */
export type Box = readonly [number, number, number, number];

/** `source` and `loc.pageNumber` are the names that the PDF loaders of LangChain use. */
export type OctavoMetadata = {
  /** The name of the file. */
  readonly source: string;
  readonly job_id: string;
  readonly loc: { readonly pageNumber: number };
  /** The first page. */
  readonly page: number;
  /** Around what is on the first page. */
  readonly box: Box;
  readonly page_numbers: readonly number[];
  /** Of a chunk: the headings above it. */
  readonly headings?: readonly string[];
  /** Of a chunk: page, box and page size of each block. */
  readonly spans?: DocumentChunk['spans'];
  /** Of a chunk: leads to the place again, see `jobs.locate`. */
  readonly anchor?: string;
};

function around(boxes: readonly (readonly number[])[]): Box {
  const edge = (side: number, pick: (...values: number[]) => number) =>
    boxes.length === 0 ? 0 : pick(...boxes.map((box) => box[side] ?? 0));
  return [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
}

export function chunkDocument(chunk: DocumentChunk, jobId: string): Document<OctavoMetadata> {
  const { id, text, filename, headings, page_numbers, spans, anchor } = chunk;
  const [page = 1] = page_numbers;
  const box = around(spans.filter((span) => span.page === page).map((span) => span.box));
  const metadata = {
    source: filename,
    job_id: jobId,
    loc: { pageNumber: page },
    page,
    box,
    page_numbers,
    headings,
    spans,
    anchor,
  };
  return new Document({ id, pageContent: text, metadata });
}

export function pageDocument(
  { page, width, height }: DocumentPage,
  markdown: string,
  { source, jobId }: { readonly source: string; readonly jobId: string },
): Document<OctavoMetadata> {
  const metadata: OctavoMetadata = {
    source,
    job_id: jobId,
    loc: { pageNumber: page },
    page,
    box: [0, 0, width, height],
    page_numbers: [page],
  };
  return new Document({ id: `${jobId}/${page}`, pageContent: markdown, metadata });
}
