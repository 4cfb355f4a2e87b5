/** Reads the sections of the changelog, and cuts the section of a release from what is unreleased. */

const heading = '## Unreleased';

/** The text below a heading, up to the next one of its level. */
function sectionOf(text: string, title: RegExp): string | null {
  const found = title.exec(text);
  if (!found) return null;
  const rest = text.slice(found.index + found[0].length);
  const end = rest.search(/^## /m);
  return (end === -1 ? rest : rest.slice(0, end)).trim();
}

export const unreleasedOf = (text: string): string => sectionOf(text, /^## Unreleased$/m) ?? '';

const escaped = (version: string) => version.replaceAll('.', '\\.');

/** What is new in a version; null if it has no section. */
export const notesOf = (text: string, version: string): string | null =>
  sectionOf(text, new RegExp(`^## ${escaped(version)} - \\d{4}-\\d{2}-\\d{2}$`, 'm'));

/** `date` is YYYY-MM-DD. */
export function cutSection(text: string, version: string, date: string): string {
  if (notesOf(text, version) !== null) throw new Error(`The changelog already has a section for ${version}.`);
  if (unreleasedOf(text) === '') throw new Error(`The changelog has nothing below "${heading}".`);
  return text.replace(/^## Unreleased$/m, `${heading}\n\n## ${version} - ${date}`);
}
