/** Uploads directly to the storage: for large files, and to continue one that was interrupted. */
import { InputError } from '../errors/octavo-error.ts';
import type { RequestOptions, UploadOptions } from '../request/attempt.ts';
import { type FileInput, openFileSource } from '../request/open-file-source.ts';
import type { Transport } from '../request/transport.ts';
import type { Upload, UploadInput } from '../wire.ts';
import { deleteResource } from './delete-resource.ts';
import { uploadPath } from './upload-path.ts';

export class Uploads {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Prepares the upload of a file of this size. May be repeated: an upload whose response was lost ends after a day. */
  async create(upload: UploadInput, options?: RequestOptions): Promise<Upload> {
    const request = { method: 'POST', path: '/uploads', json: upload, isRepeatable: true } as const;
    return this.#transport.json(request, options);
  }

  /** Which parts have arrived, and fresh URLs for the others. */
  async retrieve(uploadId: string, options?: RequestOptions): Promise<Upload> {
    const request = { method: 'GET', path: uploadPath(uploadId), isRepeatable: true } as const;
    return this.#transport.json(request, options);
  }

  /** Removes what has arrived. A job that was made of the upload stays. */
  async delete(uploadId: string, options?: RequestOptions): Promise<void> {
    await deleteResource(this.#transport, uploadPath(uploadId), options);
  }

  /**
   * Sends the parts that have not arrived, and sends those again that break. Then pass the id to
   * `jobs.create({ upload_id })`. To continue after a restart, pass what `retrieve` returns, and the same file.
   */
  async send(upload: Upload, input: FileInput, options?: UploadOptions): Promise<void> {
    const file = await openFileSource(input);
    try {
      if (file.openRange === undefined || file.bytes !== upload.bytes) {
        throw new InputError(
          `The upload is for a file of ${upload.bytes} bytes that can be read in parts.`,
          'Pass the same file, as a path, File, Blob or bytes.',
        );
      }
      // Imported on use: the pages of a dashboard need not load it.
      const { sendUpload } = await import('./send-upload.ts');
      await sendUpload(this.#transport, upload, file, options);
    } finally {
      await file.close();
    }
  }
}
