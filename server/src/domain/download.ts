/** How each format is handed out: its media type, and the name its file gets. */
import type { Format } from './options.ts';

type Form = { readonly mediaType: string; readonly suffix: string };

export const downloadForms: Readonly<Record<Format, Form>> = {
  markdown: { mediaType: 'text/markdown; charset=utf-8', suffix: '.md' },
  json: { mediaType: 'application/json', suffix: '.json' },
  html: { mediaType: 'text/html; charset=utf-8', suffix: '.html' },
  text: { mediaType: 'text/plain; charset=utf-8', suffix: '.txt' },
  'tagged-pdf': { mediaType: 'application/pdf', suffix: '-tagged.pdf' },
  'annotated-pdf': { mediaType: 'application/pdf', suffix: '-annotated.pdf' },
  images: { mediaType: 'application/zip', suffix: '-images.zip' },
};

const stemCharsMax = 150;
/** Control, bidirectional and formatting characters, separators of paths, and what Windows forbids. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]/gu;

/** A name for people: the last segment of what the client sent, with nothing in it that a shell, a path or a header minds. */
export function safeFileName(sent: string | undefined): string {
  const last = (sent ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const cleaned = last.replace(unsafe, '').replace(/\s+/g, ' ').trim().replace(/^\.+/, '');
  return cleaned === '' ? 'document.pdf' : cleaned;
}

function stemOf(sourceName: string): string {
  const stem = sourceName
    .replace(/\.pdf$/i, '')
    .slice(0, stemCharsMax)
    .trim();
  return (stem || 'document').toWellFormed();
}

export function downloadName(sourceName: string, format: Format): string {
  return stemOf(sourceName) + downloadForms[format].suffix;
}

export function sourceDownloadName(sourceName: string): string {
  return `${stemOf(sourceName)}.pdf`;
}
