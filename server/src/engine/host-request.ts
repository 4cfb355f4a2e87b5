/** Builds the requests to a host process. */
import { type EngineFormat, isTextFormat } from '../domain/formats.ts';
import type { ParserOptions } from '../domain/options.ts';
import type { PageRange } from '../domain/page-range.ts';
import type { RecognizeRequest } from '../ports/engine.ts';
import type { HostView } from './sandbox.ts';

export type HostRequest = {
  readonly op: 'convert' | 'preflight' | 'inspect' | 'repair' | 'recognize';
} & Readonly<Record<string, unknown>>;

/** Text formats are written from the extraction; images are also needed to link or embed them there. */
export function hostFormats(options: ParserOptions): readonly EngineFormat[] {
  const formats = options.format.filter((format) => !isTextFormat(format));
  return needsImages(options) && !formats.includes('images') ? ['images', ...formats] : formats;
}

function needsImages({ format, imageOutput }: ParserOptions): boolean {
  return format.includes('images') || imageOutput !== 'off';
}

export type ConversionParameters = {
  readonly options: ParserOptions;
  readonly pagesWanted: number;
  readonly password: string | undefined;
  readonly hiddenTextMs: number;
  /** Only lines of text, by a simpler method than the engine's. */
  readonly isSimple?: boolean;
  /** Whether files attached to the document are counted with its first page here. */
  readonly countsAttachments?: boolean;
};

export function convertRequest(
  view: HostView,
  {
    options,
    pagesWanted,
    password,
    hiddenTextMs,
    isSimple = false,
    countsAttachments = true,
  }: ConversionParameters,
): HostRequest {
  return {
    op: 'convert',
    input: view.input,
    out: view.out,
    password: password ?? null,
    pages_wanted: pagesWanted,
    hidden_text_ms: hiddenTextMs,
    extraction: true,
    simple: isSimple,
    counts_attachments: countsAttachments,
    options: {
      format: hostFormats(options),
      reading_order: options.readingOrder,
      table_method: options.tableMethod,
      pages: options.pages,
      use_struct_tree: options.useStructTree,
      include_header_footer: options.includeHeaderFooter,
      sanitize: options.sanitize,
      detect_strikethrough: options.detectStrikethrough,
      replace_invalid_chars: options.replaceInvalidChars,
      image_output: needsImages(options) ? 'external' : 'off',
      image_format: options.imageFormat,
      content_safety_off: options.contentSafetyOff,
    },
  };
}

export function preflightRequest(
  view: HostView,
  pagesMax: number,
  password: string | undefined,
): HostRequest {
  return { op: 'preflight', input: view.input, pages_max: pagesMax, password: password ?? null };
}

export function inspectRequest(
  view: HostView,
  range: PageRange,
  timeMs: number,
  password: string | undefined,
): HostRequest {
  const spans = range.map(({ from, to }) => [from, to]);
  return { op: 'inspect', input: view.input, spans, time_ms: timeMs, password: password ?? null };
}

/** Writes `repaired.pdf` into the output directory. */
export function repairRequest(
  view: HostView,
  limits: { readonly timeMs: number; readonly memoryBytes: number },
  password: string | undefined,
): HostRequest {
  const { timeMs, memoryBytes } = limits;
  return {
    op: 'repair',
    input: view.input,
    out: view.out,
    time_ms: timeMs,
    memory_bytes: memoryBytes,
    password: password ?? null,
  };
}

/** Writes `recognized.pdf` into the output directory. */
export function recognizeRequest(
  view: HostView,
  { pages, languages, password }: RecognizeRequest,
  limits: { readonly cpuMs: number; readonly pageMs: number; readonly memoryBytes: number },
): HostRequest {
  return {
    op: 'recognize',
    input: view.input,
    out: view.out,
    pages: pages.map(({ page, replace, lettersMin = 0 }) => ({ page, replace, letters_min: lettersMin })),
    languages: languages.join('+'),
    cpu_ms: limits.cpuMs,
    page_ms: limits.pageMs,
    memory_bytes: limits.memoryBytes,
    password: password ?? null,
  };
}
