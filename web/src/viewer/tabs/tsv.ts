/** Rows as tab-separated values: what spreadsheets take from the clipboard. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()).join('\t')).join('\n');
}
