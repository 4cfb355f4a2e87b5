/** Marks the lines that are headings in the structure tree. */
import type { PageLine } from './page-lines.ts';

/** The rest of a block of which a part is a heading. */
function separate(lines: readonly PageLine[], from: number): void {
  const first = lines[from];
  if (first === undefined || first.starts) return;
  first.starts = true;
  for (const [at, line] of lines.slice(from).entries()) {
    if ((at > 0 && line.starts) || line.line.title !== undefined) return;
    if (line.role === 'heading') line.role = 'text';
  }
}

export function markTagged(lines: readonly PageLine[]): void {
  for (const [at, line] of lines.entries()) {
    const { title } = line.line;
    const before = lines[at - 1]?.line.title;
    if (title !== undefined) Object.assign(line, { role: 'heading', starts: title !== before });
    else if (before !== undefined) separate(lines, at);
  }
}
