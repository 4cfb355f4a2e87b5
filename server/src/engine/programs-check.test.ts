import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programsCheck } from './programs-check.ts';

/** Programs that print a text; those without one are missing. */
async function programs(texts: Readonly<Record<string, string>>) {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-programs-'));
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(join(directory, name), `#!/bin/sh\n/bin/cat <<'END'\n${text}\nEND\n`);
    await chmod(join(directory, name), 0o755);
  }
  const path = (name: string) => join(directory, name);
  return { qpdf: path('qpdf'), pdftoppm: path('pdftoppm'), tesseract: path('tesseract') };
}

const all = {
  qpdf: 'qpdf version 11.3.0\nmore',
  pdftoppm: 'pdftoppm version 22.12.0',
  tesseract: 'List of available languages (3):\neng\nosd\nchi_sim',
};

const statesOf = async (
  texts: Readonly<Record<string, string>>,
  languages: readonly string[],
  enabled = true,
) =>
  (await programsCheck({ enabled, languages }, await programs(texts)).run()).map(
    ({ part, state, says, next }) => [part, state, state === 'ok' ? says : next].join(': '),
  );

describe('the check of programs', () => {
  it('passes when programs and languages are there', async () => {
    expect(await statesOf(all, ['eng', 'chi_sim'])).toEqual([
      'repair: ok: qpdf version 11.3.0',
      'OCR: ok: languages eng, chi_sim are installed',
    ]);
  });

  it('names the packages of languages that are missing', async () => {
    const [, ocr] = await statesOf(all, ['eng', 'deu', 'chi_tra']);
    expect(ocr).toBe(
      'OCR: warn: On workers, install tesseract-ocr-deu tesseract-ocr-chi-tra, or change OCTAVO_OCR_LANGUAGES.',
    );
  });

  it('warns of missing programs, of those of OCR only if it is on', async () => {
    expect(await statesOf({}, ['eng'])).toEqual([
      'repair: warn: Install qpdf.',
      'OCR: warn: On workers, install poppler-utils tesseract-ocr; or set OCTAVO_OCR=false.',
    ]);
    expect(await statesOf({}, ['eng'], false)).toEqual(['repair: warn: Install qpdf.']);
  });
});
