/**
 * Port to the document writer: makes the text formats and the stored document from what the engine extracted, more text
 * formats from a stored document, and comparisons of two. A failed document is a result, never an exception.
 */
import type { TextFormat } from '../domain/formats.ts';
import type { ParserOptions } from '../domain/options.ts';
import type { EngineFailure, EngineOutput, EngineWarning, LaidOut } from './engine.ts';

type WriteRequest = {
  readonly formats: readonly TextFormat[];
  readonly options: ParserOptions;
  /** An existing directory; outputs are written only into it. */
  readonly outDir: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

export type ExtractionWriteRequest = WriteRequest & {
  /** The engine's NDJSON. */
  readonly extractionPath: string;
  /** Whether its pages were laid out with the same options. */
  readonly isLaidOut?: boolean | undefined;
  /** Recognized words (NDJSON), if text was recognized. */
  readonly wordsPath?: string | undefined;
  /** Image files to embed; null unless `embedImages`. */
  readonly imagesDir: string | null;
  readonly embedImages: boolean;
  /** The customer's file name: it appears in json and html. */
  readonly fileName: string;
  /** BCP 47; absent if the document's own is used. */
  readonly language?: string | undefined;
};

/** Part of the work of `writeFromExtraction` that needs no other pages of the document. */
export type LayOutRequest = Omit<WriteRequest, 'formats' | 'outDir'> & {
  /** Of a range of pages. */
  readonly extractionPath: string;
  /** Where the extraction with its pages laid out is put; the file must not exist. */
  readonly outPath: string;
};

export type StoredWriteRequest = WriteRequest & {
  /** A stored document, compressed as `writeFromExtraction` made it. */
  readonly documentPath: string;
};

/** The stored document (compressed JSON lines), or the reading index. */
export type DocumentFile = { readonly path: string; readonly bytes: number; readonly sha256: string };

export type WriteOutcome =
  | {
      readonly status: 'written';
      readonly outputs: readonly EngineOutput[];
      /** For `writeFromStored`, the document that was read. */
      readonly document: DocumentFile;
      /** The reading index; `null` for `writeFromStored`. */
      readonly reading: DocumentFile | null;
      readonly warnings: readonly EngineWarning[];
      /** Pages of the whole PDF, and those that were converted. */
      readonly pageCount: number;
      readonly pagesConverted: number;
    }
  | { readonly status: 'failed'; readonly failure: EngineFailure };

/** A stored document of a job, as `writeFromExtraction` made it. */
export type ComparedDocument = {
  readonly documentPath: string;
  readonly jobId: string;
  readonly fileName: string;
  readonly options: Pick<ParserOptions, 'includeHeaderFooter'>;
};

export const diffFormats = ['json', 'html'] as const;

export type CompareRequest = {
  readonly base: ComparedDocument;
  readonly head: ComparedDocument;
  readonly scope: 'text' | 'structure';
  readonly format: (typeof diffFormats)[number];
  /** Where the comparison is written; the file must not exist. */
  readonly outPath: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
};

export type CompareOutcome =
  | { readonly status: 'compared'; readonly file: DocumentFile }
  | { readonly status: 'failed'; readonly failure: EngineFailure };

export type WriterUse = {
  readonly slots: number;
  readonly busy: number;
  readonly waiting: number;
};

export type WriterMetrics = {
  /** Until a process was free. */
  waited(seconds: number): void;
  /** An attempt to start a process after the first of its slot. */
  restarted(ok: boolean): void;
};

export type DocumentWriter = {
  /** Starts the processes; throws if one does not start. */
  start(): Promise<void>;
  /** From what the engine extracted: the document to store, its reading index, and the requested outputs. */
  writeFromExtraction(request: ExtractionWriteRequest): Promise<WriteOutcome>;
  /** An extraction with its pages laid out. */
  layOut(request: LayOutRequest): Promise<LaidOut>;
  /** From a stored document: further outputs. */
  writeFromStored(request: StoredWriteRequest): Promise<WriteOutcome>;
  compare(request: CompareRequest): Promise<CompareOutcome>;
  use(): WriterUse;
  /** Ends every process; a running request ends as `cancelled`. */
  close(): Promise<void>;
};
