/** A warning of a conversion in one line, with its pages. */
import { pageRanges } from './page-ranges.ts';
import { oneLine } from './untrusted-text.ts';

type Warning = { readonly code: string; readonly message: string; readonly pages: readonly number[] };

export function warningText({ code, message, pages }: Warning): string {
  const noun = pages.length === 1 ? 'page' : 'pages';
  const places = pages.length === 0 ? '' : ` (${noun} ${oneLine(pageRanges(pages), 60)})`;
  return `${code}${places}: ${oneLine(message, 160)}`;
}
