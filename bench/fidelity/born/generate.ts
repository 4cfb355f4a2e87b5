/**
 * Generates the documents of `born/` and `layouts/` with their truth. Without arguments all of them, else those whose
 * names are given. Needs chromium, pdflatex, soffice and qpdf.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../../e2e/sdk/browser/chromium.ts';
import { layoutDocuments } from './layout/all.ts';
import { papers } from './papers/papers.ts';
import { printHtml } from './render/chromium.ts';
import { reproducible, setLatex, setOffice } from './render/programs.ts';
import type { BornDocument } from './source.ts';

const wanted = process.argv.slice(2);
const isWanted = ({ id }: BornDocument) => wanted.length === 0 || wanted.includes(id);
const sets = { born: papers(), layouts: layoutDocuments() };
const browser = await launchChromium();

async function pdfOf({ id, setting }: BornDocument): Promise<Uint8Array> {
  switch (setting.program) {
    case 'chromium':
      return printHtml(browser, setting.html, setting.headerAndFooter ?? false);
    case 'latex':
      return setLatex(id, setting.tex);
    default:
      return setOffice(id, setting.extension, setting.xml);
  }
}

try {
  for (const [set, documents] of Object.entries(sets)) {
    const directory = join(import.meta.dirname, set);
    mkdirSync(directory, { recursive: true });
    for (const document of documents.filter(isWanted)) {
      writeFileSync(join(directory, `${document.id}.pdf`), await reproducible(await pdfOf(document)));
      writeFileSync(join(directory, `${document.id}.truth.html`), document.truth);
      process.stdout.write(`${set}/${document.id}\n`);
    }
  }
} finally {
  await browser.close();
}
