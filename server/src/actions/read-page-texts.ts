/** The markdown of a done job page by page, in parts of bounded size, so that memory does not grow with the document. */
import { kidsOfPages } from '@octavo/document/reading/open-index.ts';
import { pageMark, readRange } from '@octavo/document/reading/read-range.ts';
import type { OpenedReading } from './open-reading.ts';

export type PageText = {
  readonly page: number;
  readonly label: string | undefined;
  /** The whole page, or a part of a page that is longer than the limit. */
  readonly markdown: string;
};

/** Of a part: more than nearly all pages have. */
const partTokensMax = 8_192;

/** Pages without text are left out. */
export async function* readPageTexts({ reading }: OpenedReading): AsyncGenerator<PageText> {
  for (const { page, label } of reading.directory.pages) {
    const { from: kid, to: toKid } = kidsOfPages(reading.directory, page, page);
    // The caller knows which page it is.
    const mark = `${pageMark(page, label)}\n\n`;
    let from = kid < toKid ? { kid, unit: 0, offset: 0 } : null;
    while (from) {
      const part = await readRange(reading, { from, toKid, format: 'markdown', maxTokens: partTokensMax });
      const content = String(part.content);
      const markdown = content.startsWith(mark) ? content.slice(mark.length) : content;
      if (markdown.trim() !== '') yield { page, label, markdown };
      from = part.next;
    }
  }
}
