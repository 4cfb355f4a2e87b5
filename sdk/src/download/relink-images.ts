/** Points the links of a result at the folder its images are saved in. */

/** What stands before a link, as the engine writes it. */
const before: Readonly<Record<'markdown' | 'html' | 'json', string>> = {
  markdown: '\\]\\(<?',
  html: 'src="',
  json: '"source"\\s*:\\s*"',
};

/** Only links to images the job really has are touched, and only where a link stands. */
export function relinkImages(
  text: string,
  format: 'markdown' | 'html' | 'json',
  names: readonly string[],
  folder: string,
): string {
  const known = new Set(names);
  const target = format === 'json' ? JSON.stringify(folder).slice(1, -1) : encodeURIComponent(folder);
  const link = new RegExp(`(${before[format]})images/([\\w.-]+)`, 'g');
  return text.replace(link, (whole, lead: string, name: string) =>
    known.has(name) ? `${lead}${target}/${name}` : whole,
  );
}
