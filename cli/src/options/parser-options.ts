/** The parser options that `-O` accepts, for the help text and for suggestions. */
import type { ParserOptionsInput } from '@octavo/sdk';

/** These have options of their own: --format, --pages, --password. */
type WithOwnFlag = 'format' | 'pages' | 'password';

/** A record instead of a list, so that the compiler reports a missing name. */
const names: Readonly<Record<Exclude<keyof ParserOptionsInput, WithOwnFlag>, true>> = {
  content_safety_off: true,
  detect_strikethrough: true,
  html_page_separator: true,
  image_format: true,
  image_output: true,
  include_header_footer: true,
  join_tables: true,
  keep_line_breaks: true,
  language: true,
  markdown_page_separator: true,
  markdown_with_html: true,
  ocr: true,
  ocr_languages: true,
  reading_order: true,
  replace_invalid_chars: true,
  sanitize: true,
  table_method: true,
  text_page_separator: true,
  use_struct_tree: true,
};

export const parserOptionNames: readonly string[] = Object.keys(names);

/** How many characters must be inserted, deleted or replaced to turn `a` into `b` (Levenshtein distance). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, character] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (previous[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

/** The known option that a mistyped name probably means. */
export function similarParserOption(name: string): string | undefined {
  const [closest] = parserOptionNames
    .map((known) => ({ known, distance: editDistance(name, known) }))
    .sort((a, b) => a.distance - b.distance);
  return closest && closest.distance <= name.length * 0.4 ? closest.known : undefined;
}
