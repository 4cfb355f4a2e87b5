/** Sets documents with LaTeX and LibreOffice, and makes PDFs the same from run to run. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** 14 November 2023, for programs that write dates into their output. */
const epoch = { SOURCE_DATE_EPOCH: '1700000000', FORCE_SOURCE_DATE: '1' };

async function inScratch(work: (directory: string) => Promise<Uint8Array>): Promise<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-born-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

export const setLatex = (id: string, tex: string): Promise<Uint8Array> =>
  inScratch(async (cwd) => {
    await writeFile(join(cwd, `${id}.tex`), tex);
    const options = { cwd, env: { ...process.env, ...epoch } };
    await run('pdflatex', ['-interaction=batchmode', `${id}.tex`], options);
    return readFile(join(cwd, `${id}.pdf`));
  });

export const setOffice = (id: string, extension: string, xml: string): Promise<Uint8Array> =>
  inScratch(async (cwd) => {
    await writeFile(join(cwd, `${id}.${extension}`), xml);
    const profile = `-env:UserInstallation=file://${cwd}/profile`;
    const options = { cwd, env: { ...process.env, ...epoch }, timeout: 300_000 };
    await run('soffice', ['--headless', profile, '--convert-to', 'pdf', `${id}.${extension}`], options);
    return readFile(join(cwd, `${id}.pdf`));
  });

const date = /D:\d{14}(?=[Z+\-)'])/g;

/** Dates of the same length take the place of the real ones, then qpdf packs the file. */
export const reproducible = (pdf: Uint8Array): Promise<Uint8Array> =>
  inScratch(async (cwd) => {
    const text = Buffer.from(pdf).toString('latin1').replaceAll(date, 'D:20231114221320');
    await writeFile(join(cwd, 'in.pdf'), text, 'latin1');
    const options = ['--deterministic-id', '--object-streams=generate', '--recompress-flate'];
    await run('qpdf', [...options, '--compression-level=9', 'in.pdf', 'out.pdf'], { cwd });
    return readFile(join(cwd, 'out.pdf'));
  });
