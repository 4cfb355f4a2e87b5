/** Builds the requests to a host process. */
import type { ParserOptions } from '../domain/options.ts';
import type { PageRange } from '../domain/page-range.ts';
import type { HostView } from './sandbox.ts';

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
