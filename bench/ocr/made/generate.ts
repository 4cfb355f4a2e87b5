/**
 * Writes the made pages with their truth to `pages/`: `node bench/ocr/made/generate.ts`. Needs chromium, qpdf and the
 * Debian packages fonts-liberation, fonts-noto-cjk and fonts-hosny-amiri; their versions decide the bytes, so the
 * files are committed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../chromium.ts';
import { printHtml } from '../../fidelity/born/render/chromium.ts';
import { reproducible } from '../../fidelity/born/render/programs.ts';
import { pagesDirectory } from '../page-set.ts';
import { madePages } from './pages.ts';

mkdirSync(pagesDirectory, { recursive: true });
const browser = await launchChromium();
try {
  for (const { id, html, truth } of madePages()) {
    const pdf = await reproducible(await printHtml(browser, html, false));
    writeFileSync(join(pagesDirectory, `${id}.pdf`), pdf);
    writeFileSync(join(pagesDirectory, `${id}.truth.html`), truth);
    process.stdout.write(`${id}\n`);
  }
} finally {
  await browser.close();
}
