/** The size of an upload as its header announces it: what is too large by that alone is refused before a byte is read. */
import type { Plan } from '../domain/plan.ts';
import { fileTooLarge } from './receive-upload.ts';

/** A form around the file is never larger than this; what is announced beyond it must be file. */
const formBytesMax = 131_072;

export function checkContentLength({ fileBytesMax }: Plan, contentLength: number | undefined): void {
  if (fileBytesMax !== null && (contentLength ?? 0) > fileBytesMax + formBytesMax) {
    throw fileTooLarge(fileBytesMax);
  }
}
