/** Copies of tagged documents without their tags, so that the layout alone is scored too. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const entry = '/StructTreeRoot';
/** As long as the other, so that the offsets of the file stay right. */
const unknownEntry = '/StructTreeNone';

export function withoutTags<D extends { readonly pdf: string }>(documents: readonly D[]): readonly D[] {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-untagged-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  return documents.flatMap((document) => {
    const pdf = join(directory, basename(document.pdf));
    execFileSync('qpdf', ['--object-streams=disable', document.pdf, pdf]);
    const content = readFileSync(pdf, 'latin1');
    if (!content.includes(entry)) return [];
    writeFileSync(pdf, content.replaceAll(entry, unknownEntry), 'latin1');
    return [{ ...document, pdf }];
  });
}
