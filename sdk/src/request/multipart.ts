/** Encodes a multipart form with one file as a stream, of known length if the file's length is known. */
import { streamFrom } from './byte-stream.ts';
import type { FileSource } from './file-source.ts';

export type UploadProgress = { readonly bytesSent: number; readonly bytesTotal: number | null };

export type Form = {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly file: FileSource | null;
};

export type FormStream = {
  readonly contentType: string;
  readonly bytes: number | undefined;
  readonly stream: ReadableStream<Uint8Array>;
};

const encoder = new TextEncoder();

/** Escapes a file name as browsers do: characters that would end the quoted string are percent-encoded. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function fieldParts(form: Form, boundary: string): string {
  return Object.entries(form.fields)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
}

function fileHead(name: string, boundary: string): string {
  return `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(name)}"\r\ncontent-type: application/pdf\r\n\r\n`;
}

/** Fields come first, so that the server can reject them before the file is uploaded. */
export function encodeForm(form: Form, onChunk: (progress: UploadProgress) => void): FormStream {
  const boundary = `octavo-${crypto.randomUUID()}`;
  const { file } = form;
  const head = encoder.encode(fieldParts(form, boundary) + (file ? fileHead(file.name, boundary) : ''));
  const tail = encoder.encode(`${file ? '\r\n' : ''}--${boundary}--\r\n`);
  const fileBytes = file ? file.bytes : 0;

  async function* body(): AsyncGenerator<Uint8Array> {
    yield head;
    let bytesSent = 0;
    for await (const chunk of file?.open() ?? []) {
      yield chunk;
      bytesSent += chunk.byteLength;
      onChunk({ bytesSent, bytesTotal: fileBytes ?? null });
    }
    yield tail;
  }

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: fileBytes === undefined ? undefined : head.byteLength + fileBytes + tail.byteLength,
    stream: streamFrom(body()),
  };
}

/** The same form for browsers, which encode it themselves. */
export async function toFormData(form: Form): Promise<FormData> {
  const data = new FormData();
  for (const [name, value] of Object.entries(form.fields)) {
    if (value !== undefined) data.append(name, value);
  }
  if (form.file) data.append('file', await form.file.blob(), form.file.name);
  return data;
}
