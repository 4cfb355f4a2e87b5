/** Uploads a file for a preflight check, without creating a job. */
import type { UploadOptions } from '../request/attempt.ts';
import { type FileInput, openFileSource } from '../request/open-file-source.ts';
import type { Transport } from '../request/transport.ts';
import type { ParserOptionsInput, Preflight } from '../wire.ts';

export async function inspectFile(
  transport: Transport,
  input: FileInput,
  parserOptions: ParserOptionsInput | undefined,
  options: UploadOptions = {},
): Promise<Preflight> {
  const file = await openFileSource(input);
  try {
    return await transport.json<Preflight>(
      {
        method: 'POST',
        path: '/preflight',
        form: { fields: { options: parserOptions && JSON.stringify(parserOptions) }, file },
        onUploadProgress: options.onUploadProgress,
        idleTimeoutMs: options.idleTimeoutMs,
        isRepeatable: true,
      },
      options,
    );
  } finally {
    await file.close();
  }
}
