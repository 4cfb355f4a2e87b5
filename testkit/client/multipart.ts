/** Bodies of multipart/form-data, with the parts in the order given: the contract depends on the order. */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';

export type Part = {
  readonly name: string;
  readonly content: Buffer | string;
  /** Present on files; `null` leaves the parameter out. */
  readonly fileName?: string;
  readonly type?: string;
};

export type Multipart = {
  readonly contentType: string;
  readonly chunks: readonly Buffer[];
  readonly bytes: number;
};

export function multipart(parts: readonly Part[]): Multipart {
  const boundary = `octavo-${randomBytes(12).toString('hex')}`;
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${partHeader(part)}\r\n\r\n`),
    typeof part.content === 'string' ? Buffer.from(part.content) : part.content,
    Buffer.from('\r\n'),
  ]);
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    chunks,
    bytes: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
  };
}

function partHeader({ name, fileName, type }: Part): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const lines = [`Content-Disposition: form-data; name="${name}"${file}`];
  if (type !== undefined) lines.push(`Content-Type: ${type}`);
  return lines.join('\r\n');
}

export const pdfPart = (content: Buffer, fileName = 'document.pdf'): Part => ({
  name: 'file',
  fileName,
  type: 'application/pdf',
  content,
});

export const optionsPart = (options: unknown): Part => ({
  name: 'options',
  content: typeof options === 'string' ? options : JSON.stringify(options),
});
