/** The files of a share link, for the components of the viewer. */
import type { SharedResult, TextFormat } from '@octavo/sdk';
import type { ResultFiles } from '../result-files.ts';

/** Components name the job of a file; a link has only one. */
export const sharedJobId = 'shared';

export function filesOf(shared: SharedResult): ResultFiles {
  return {
    // The page offers text formats only.
    download: (_jobId, format, options) => shared.download(format as TextFormat, options),
    source: (_jobId, options) => shared.source(options),
    image: (_jobId, name, options) => shared.image(name, options),
  };
}
