/** Rewrites the image links of a result to the directory its images are saved in. */

/** The text before a link, as the server writes it. */
const before: Readonly<Record<'markdown' | 'html' | 'json', string>> = {
  markdown: '\\]\\(<?',
  html: 'src="',
  json: '"image"\\s*:\\s*"',
};

/** Only rewrites links to images that the job has. */
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
