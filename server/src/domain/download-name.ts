/** File names of downloads. */
import { type Format, formatInfo } from './formats.ts';

const stemCharsMax = 150;
/** As file systems allow; an index of the database has a limit too. */
const nameCharsMax = 255;
/** Control, bidirectional and formatting characters, path separators, and characters that Windows forbids. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]/gu;

/** Keeps the extension of a name that is too long. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= nameCharsMax) return name;
  const extension = /\.pdf$/i.exec(name)?.[0] ?? '';
  return characters.slice(0, nameCharsMax - extension.length).join('') + extension;
}

/**
 * The last path segment of the client's file name, without characters that are unsafe in a shell, a path or a header.
 */
export function safeFileName(sent: string | undefined): string {
  const last = (sent ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const cleaned = last.replace(unsafe, '').replace(/\s+/g, ' ').trim().replace(/^\.+/, '');
  return cleaned === '' ? 'document.pdf' : shortened(cleaned);
}

function stemOf(sourceName: string): string {
  const stem = sourceName
    .replace(/\.pdf$/i, '')
    .slice(0, stemCharsMax)
    .trim();
  return (stem || 'document').toWellFormed();
}

export function downloadName(sourceName: string, format: Format): string {
  return stemOf(sourceName) + formatInfo[format].suffix;
}

export function sourceDownloadName(sourceName: string): string {
  return `${stemOf(sourceName)}.pdf`;
}
