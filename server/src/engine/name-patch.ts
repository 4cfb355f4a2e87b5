/** Replaces the name document.pdf, which every document has in the sandbox, by the customer's file name. */
import type { Format } from '../domain/formats.ts';

const jsonName = '"file name" : "document.pdf"';
const htmlName = '<title>document.pdf</title>';

export function patchName(format: Format, head: Buffer, fileName: string): Buffer {
  if (format === 'json') {
    return replaceOnce(head, jsonName, `"file name" : ${JSON.stringify(fileName)}`);
  }
  return format === 'html' ? replaceOnce(head, htmlName, `<title>${escapeHtml(fileName)}</title>`) : head;
}

/** Both places precede the document's content, so the first match is the right one. */
function replaceOnce(head: Buffer, from: string, to: string): Buffer {
  const at = head.indexOf(from);
  if (at < 0) {
    return head;
  }
  return Buffer.concat([head.subarray(0, at), Buffer.from(to), head.subarray(at + from.length)]);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
