/** Port to the engine: check, inspect and convert documents. A failed document is a result, never an exception. */
import type { AccessibilityReport } from '../domain/accessibility.ts';
import type { DroppedContent } from '../domain/dropped.ts';
import type { Format } from '../domain/formats.ts';
import type { ParserOptions } from '../domain/options.ts';
import type { PageRange } from '../domain/page-range.ts';

export const failureClasses = [
  'invalid',
  'encrypted',
  'out_of_memory',
  'timeout',
  'disk',
  'environment',
  'crash',
  'cancelled',
] as const;
export type FailureClass = (typeof failureClasses)[number];

export type EngineFailure = {
  readonly class: FailureClass;
  /** Another attempt, in a new process, may succeed. */
  readonly retryable: boolean;
  /** For the customer: cause and next step, without paths and without text of the document. */
  readonly message: string;
  /** Only for the operator's log; without text of the document. */
  readonly detail: string;
  /** The formats that failed, and the requested ones that would have worked. Both are empty otherwise. */
  readonly failedFormats: readonly Format[];
  readonly workingFormats: readonly Format[];
};

export type EngineOutput = {
  readonly format: Format;
  readonly path: string;
  readonly bytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly mediaType: string;
};

export const warningCodes = [
  'page_without_content',
  'page_only_image',
  'page_text_garbled',
  'font_unreadable',
  'image_not_extracted',
  'structure_tree_missing',
  'content_skipped',
  'background_ignored',
  'hidden_text_not_checked',
  'result_not_reproducible',
  'engine_notice',
  'link_without_text',
  'attachments_not_carried',
  'annotations_not_carried',
  'math_as_text',
  'repaired',
  'ocr_applied',
  'ocr_low_confidence',
  'ocr_failed',
  'ocr_page_limit',
  'page_simplified',
] as const;
export type WarningCode = (typeof warningCodes)[number];

export type EngineWarning = {
  readonly code: WarningCode;
  readonly message: string;
  /** 1-based; empty where the engine does not name pages. */
  readonly pages: readonly number[];
  readonly count: number;
};

/** What was found on the pages, for the document writer. */
export type Extraction = {
  /** NDJSON, as `@octavo/document` describes it. */
  readonly path: string;
  readonly bytes: number;
  /** The image files, if the options embed them; otherwise null. */
  readonly imagesDir: string | null;
  /** Whether `layOut` of the request has changed it. */
  readonly isLaidOut?: boolean;
  /** Recognized words with their confidences (NDJSON), if text was recognized. */
  readonly wordsPath?: string;
};

/** Where an extraction with its pages laid out is, or why there is none. */
export type LaidOut =
  | { readonly status: 'laid_out'; readonly path: string; readonly bytes: number }
  | { readonly status: 'failed'; readonly failure: EngineFailure };

/** `recognize` counts the pages of text recognition, `layout` counts pages, `write` counts outputs. */
export type EngineProgress = {
  readonly stage: 'read' | 'recognize' | 'layout' | 'write';
  readonly done: number;
  readonly total: number;
};

export type ConvertRequest = {
  readonly sourcePath: string;
  /** The customer's file name: it appears inside json and html, and nowhere on disk. */
  readonly fileName: string;
  readonly options: ParserOptions;
  readonly password?: string | undefined;
  /** Pages of the whole document, as preflight counted them. */
  readonly pageCount: number;
  /** An existing directory; outputs are written only into it. */
  readonly outDir: string;
  readonly timeoutMs: number;
  /**
   * Divide the document where the engine fails on it, down to a single page, which is converted by a simpler method. Not
   * at the first attempt: the same failure may have nothing to do with the document.
   */
  readonly salvage?: boolean;
  /** Called with the extraction of each range of a document that is converted in ranges, while others are converted. */
  readonly layOut?: ((extractionPath: string, signal: AbortSignal) => Promise<LaidOut>) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: EngineProgress) => void) | undefined;
};

export type ConvertOutcome =
  | {
      readonly status: 'converted';
      /** Of the formats that the engine writes itself. */
      readonly outputs: readonly EngineOutput[];
      readonly extraction: Extraction;
      readonly warnings: readonly EngineWarning[];
      readonly dropped: DroppedContent;
      /** Of a conversion with a tagged PDF. */
      readonly accessibility?: AccessibilityReport | undefined;
      /** Scans with a stamp or a page number as text: images cover most of them. */
      readonly sparsePages?: readonly number[];
      /** The engine's own count of the whole document. */
      readonly pageCount: number;
      /** Those chosen by `pages`, else all: what is charged. */
      readonly pagesConverted: number;
      readonly spent: EngineSpent;
    }
  | { readonly status: 'failed'; readonly failure: EngineFailure; readonly spent: EngineSpent };

export type EngineSpent = {
  /** From the call to the outcome, including the wait for a slot. */
  readonly durationMs: number;
  /** Peak memory of all processes of the slot; null without a cgroup. */
  readonly memoryPeakBytes: number | null;
};

/** A page whose text is to be recognized. `replace`: its own text cannot be used, so a picture takes its place. */
export type PageToRecognize = {
  readonly page: number;
  readonly replace: boolean;
  /** With fewer recognized letters, the page stays as it is. */
  readonly lettersMin?: number;
};

export type RecognizeRequest = {
  readonly sourcePath: string;
  readonly password?: string | undefined;
  readonly pages: readonly PageToRecognize[];
  /** Codes of tesseract, the most likely first. */
  readonly languages: readonly string[];
  /** Where the document with recognized text is written. */
  readonly targetPath: string;
  /** Where the words are written, with their places and confidences. */
  readonly wordsPath: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: EngineProgress) => void) | undefined;
};

export type RecognizedPage = {
  readonly page: number;
  readonly words: number;
  /** Mean of all words, from 0 to 100. */
  readonly confidence: number;
};

/** `failedPages` could not be read and keep their content. `unavailable`: this process has no slots for it. */
export type RecognizeOutcome =
  | {
      readonly status: 'recognized';
      readonly pages: readonly RecognizedPage[];
      readonly failedPages: readonly number[];
      /** False if a program was killed, such as for its time: another run may read more pages. */
      readonly isReproducible: boolean;
    }
  | { readonly status: 'unavailable' }
  | { readonly status: 'failed'; readonly failure: EngineFailure };

/** No process was free in time: `account` when the caller's own documents used its share, `service` otherwise. */
export type EngineBusy = { readonly status: 'busy'; readonly because: 'account' | 'service' };

export type PreflightRequest = {
  readonly path: string;
  /** Slots are shared fairly between accounts; a request without an account counts as its own. */
  readonly account?: string | undefined;
  readonly password?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type PreflightOutcome =
  | {
      readonly status: 'accepted';
      readonly pageCount: number;
      readonly encrypted: boolean;
      readonly tagged: boolean;
      /** The file was damaged; a conversion repairs it again. */
      readonly repaired: boolean;
    }
  | {
      readonly status: 'refused';
      readonly reason:
        | 'unreadable'
        | 'no_pages'
        | 'too_many_pages'
        | 'password_required'
        | 'password_incorrect';
      readonly message: string;
    }
  | EngineBusy
  | { readonly status: 'failed'; readonly failure: EngineFailure };

export type InspectRequest = {
  readonly path: string;
  /** As for preflight. */
  readonly account?: string | undefined;
  readonly password?: string | undefined;
  /** Pages to look at, all within the document. */
  readonly range: PageRange;
  readonly signal?: AbortSignal | undefined;
};

/** Page numbers are 1-based and ascending. */
export type DocumentFindings = {
  /** Fewer than requested when time ran out or the document broke the inspection. */
  readonly pagesInspected: number;
  /** An image covers most of the page, and there is no text. */
  readonly scannedPages: readonly number[];
  /** The same, with an invisible text layer, as OCR produces it. */
  readonly textLayerPages: readonly number[];
  readonly pagesWithoutText: readonly number[];
  /** So much of the text has no known characters that a conversion will report it as garbled. */
  readonly garbledPages: readonly number[];
  /** Fonts with at least one unmapped character, and the number of such characters. */
  readonly unmappedFonts: number;
  readonly unmappedLetters: number;
};

export type InspectOutcome =
  | { readonly status: 'inspected'; readonly findings: DocumentFindings }
  | EngineBusy
  | { readonly status: 'failed'; readonly failure: EngineFailure };

export type EngineProbe = {
  /** `namespaces`: own file system, processes, network and user; `none`: the operator chose to do without. */
  readonly sandbox: 'namespaces' | 'none';
  /** What enforces the memory limit: the kernel, or our watchdog on the resident size. */
  readonly memory: 'cgroup-v1' | 'cgroup-v2' | 'watchdog';
  /** What limits the number of threads and processes: a cgroup, the limit of the sandbox's user, or nothing. */
  readonly tasks: 'cgroup' | 'rlimit' | 'none';
  readonly java: string;
  readonly engineVersion: string;
  /** Of the engine's jar. */
  readonly engineSha256: string;
  /** Of the sources of the host and the engine it was compiled for. */
  readonly hostSha256: string;
};

export type PoolName = 'convert' | 'preflight' | 'inspect' | 'recognize';

/** Why a request got no process: the pool has no slots, none starts, it was cancelled, or the wait was too long. */
export type PoolRefusal = 'no_slots' | 'no_process' | 'cancelled' | 'busy' | 'account_limit';

export type PoolUse = {
  readonly slots: number;
  readonly busy: number;
  /** Slots without a process, while a new one is being started. */
  readonly restarting: number;
  readonly waiting: number;
};

export type EngineMetrics = {
  waited(pool: PoolName, seconds: number): void;
  /** An attempt to replace a process. */
  restarted(pool: PoolName, ok: boolean): void;
  refused(pool: PoolName, why: PoolRefusal): void;
  /** One document: the pages that were read, those that failed, and the time it took. */
  recognized(pages: number, failedPages: number, seconds: number): void;
};

export type Engine = {
  /**
   * Starts the processes, verifies the sandbox, and reports what is in force; throws if the environment is not
   * usable.
   */
  start(): Promise<EngineProbe>;
  convert(request: ConvertRequest): Promise<ConvertOutcome>;
  /** Writes the document with an invisible layer of recognized text on the given pages. */
  recognize(request: RecognizeRequest): Promise<RecognizeOutcome>;
  preflight(request: PreflightRequest): Promise<PreflightOutcome>;
  /** For documents that `preflight` has accepted. One that breaks the inspection has 0 inspected pages. */
  inspect(request: InspectRequest): Promise<InspectOutcome>;
  /** Empty before the start. */
  poolUse(): Partial<Readonly<Record<PoolName, PoolUse>>>;
  /** Ends every process; a running conversion ends as `cancelled`. */
  close(): Promise<void>;
};
