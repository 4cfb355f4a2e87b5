/** The protocol between this process and a host process: what is sent, and what is believed of what comes back. */
import type { ParserOptions } from '../domain/options.ts';
import type { PageRange } from '../domain/page-range.ts';
import type { HostView } from './sandbox.ts';

export type HostError = {
  readonly chain: readonly { readonly type: string; readonly text: string }[];
  readonly frames: readonly string[];
};

export type HostLog = { readonly logger: string; readonly text: string; readonly count: number };

export type HostOutput = {
  readonly format: string;
  readonly ok: boolean;
  readonly pages?: number;
  readonly error?: HostError;
};

export type HostReply = {
  readonly event: 'done';
  readonly id: number;
  readonly ok: boolean;
  readonly error?: HostError;
  readonly tainted?: boolean;
  readonly logs?: readonly HostLog[];
  readonly temp_free_bytes?: number;
  readonly temp_wiped?: boolean;
  readonly pages?: number;
  readonly pages_found?: number;
  readonly encrypted?: boolean;
  readonly locked?: boolean;
  readonly tagged?: boolean;
  readonly outputs?: readonly HostOutput[];
  readonly text_characters?: number;
  readonly images_missing?: number;
  readonly dropped?: unknown;
  readonly dropped_count?: number;
  readonly dropped_pages?: readonly number[];
  readonly unseen_pages?: readonly number[];
  readonly empty_pages?: readonly number[];
  readonly image_only_pages?: readonly number[];
  readonly garbled_pages?: readonly number[];
  readonly pages_inspected?: number;
  readonly scanned_pages?: readonly number[];
  readonly text_layer_pages?: readonly number[];
  readonly textless_pages?: readonly number[];
  readonly unmapped_pages?: readonly number[];
  readonly unmapped_fonts?: number;
  readonly unmapped_letters?: number;
};

export type HostProgress = {
  readonly event: 'progress';
  readonly id: number;
  /** `draw`: pages are drawn to see what cannot be seen on them. */
  readonly stage: 'read' | 'draw' | 'layout' | 'write';
  readonly page: number;
  readonly of: number;
};

export type HostReady = { readonly event: 'ready'; readonly java: string };

export type HostMessage = HostReady | HostProgress | HostReply;

/** A line that is no message of ours is dropped: the JVM itself may print, and a captured host may print anything. */
export function decodeLine(line: string): HostMessage | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('event' in value)) {
      return null;
    }
    const { event } = value;
    return event === 'ready' || event === 'progress' || event === 'done' ? (value as HostMessage) : null;
  } catch {
    return null;
  }
}

export type HostRequest = { readonly op: 'convert' | 'preflight' | 'inspect' } & Readonly<
  Record<string, unknown>
>;

export function convertRequest(
  view: HostView,
  options: ParserOptions,
  pagesWanted: number,
  password: string | undefined,
  hiddenTextMs: number,
): HostRequest {
  return {
    op: 'convert',
    input: view.input,
    out: view.out,
    password: password ?? null,
    pages_wanted: pagesWanted,
    hidden_text_ms: hiddenTextMs,
    options: {
      format: options.format,
      reading_order: options.readingOrder,
      table_method: options.tableMethod,
      pages: options.pages,
      use_struct_tree: options.useStructTree,
      include_header_footer: options.includeHeaderFooter,
      keep_line_breaks: options.keepLineBreaks,
      markdown_with_html: options.markdownWithHtml,
      sanitize: options.sanitize,
      detect_strikethrough: options.detectStrikethrough,
      replace_invalid_chars: options.replaceInvalidChars,
      markdown_page_separator: options.markdownPageSeparator ?? '',
      text_page_separator: options.textPageSeparator ?? '',
      html_page_separator: options.htmlPageSeparator ?? '',
      image_output: options.imageOutput,
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
