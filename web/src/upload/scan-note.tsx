/** Says, before a file is charged, which of its pages have no text and what OCR will do with them. */
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import type { Upload } from './upload.ts';

const spansShown = 8;

/** `1–3, 7`. */
export function pageSpans(pages: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const page of pages) {
    const last = spans.at(-1);
    if (last !== undefined && last[1] === page - 1) last[1] = page;
    else spans.push([page, page]);
  }
  const shown = spans.slice(0, spansShown).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return spans.length > spansShown ? `${shown.join(', ')}, …` : shown.join(', ');
}

export function ScanNote({ upload: { options, textlessPages } }: { readonly upload: Upload }) {
  const { t } = useTranslation('home');
  const { ocrLanguages } = useDashboard().config;
  if (textlessPages.length === 0) return null;
  const pages = pageSpans(textlessPages);
  if (options.ocr === 'off' || ocrLanguages?.length === 0) {
    return <p className="mt-1 text-sm text-warning">{t('scansUnread', { pages })}</p>;
  }
  const languages = options.ocr_languages ?? ocrLanguages?.slice(0, 1) ?? ['auto'];
  return <p className="mt-1 text-sm text-muted">{t('scans', { pages, languages: languages.join(', ') })}</p>;
}
