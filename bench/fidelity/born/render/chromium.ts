/** Prints html with the Chromium of the system. */
import type { Browser } from 'playwright-core';

const line = (left: string, right: string) =>
  `<div style="font:8px 'Liberation Sans';width:100%;margin:0 10mm;display:flex;justify-content:space-between"><span>${left}</span><span>${right}</span></div>`;

/** As browsers print it, with a fixed date and address. */
const header = line('16/11/2026, 06:05', '<span class="title"></span>');
const footer = line(
  'https://example.org/reports/current.html',
  '<span class="pageNumber"></span>/<span class="totalPages"></span>',
);

export async function printHtml(
  browser: Browser,
  html: string,
  headerAndFooter: boolean,
): Promise<Uint8Array> {
  const page = await browser.newPage();
  try {
    await page.setContent(html, { waitUntil: 'load' });
    return await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      displayHeaderFooter: headerAndFooter,
      headerTemplate: header,
      footerTemplate: footer,
    });
  } finally {
    await page.close();
  }
}
