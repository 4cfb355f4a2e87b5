/** Uploads a large file directly to the storage before it is submitted, where the server offers it. */
import type { UploadOptions } from '../request/attempt.ts';
import type { FileSource } from '../request/file-source.ts';
import type { Transport } from '../request/transport.ts';
import type { Job, Upload } from '../wire.ts';
import { sendUpload } from './send-upload.ts';
import { Uploads } from './uploads.ts';

/** Reasons to send the file in a form: an operator or an earlier version does not offer more, or no upload is left. */
const formCodes: ReadonlySet<unknown> = new Set([
  'uploads_not_offered',
  'route_not_found',
  'upload_limit_reached',
]);

async function createUpload(
  uploads: Uploads,
  { name, bytes = 0 }: FileSource,
  options: UploadOptions,
): Promise<Upload | null> {
  try {
    return await uploads.create({ file_name: name, bytes }, options);
  } catch (error) {
    if (formCodes.has((error as { code?: unknown }).code)) return null;
    throw error;
  }
}

/** Submits with the id of the upload, or with null if the file has to go into a form. */
export async function withDirectUpload(
  transport: Transport,
  file: FileSource,
  options: UploadOptions,
  submit: (uploadId: string | null) => Promise<Job>,
): Promise<Job> {
  const uploads = new Uploads(transport);
  const upload = await createUpload(uploads, file, options);
  if (!upload) return submit(null);
  try {
    await sendUpload(transport, upload, file, options);
    return await submit(upload.id);
  } catch (error) {
    // Without the caller's signal, which may be the reason. Best effort: the server removes it after a day.
    await uploads.delete(upload.id).catch(() => {});
    throw error;
  }
}
