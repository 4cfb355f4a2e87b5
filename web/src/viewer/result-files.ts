/** Where the viewer reads the files of a result from: the jobs of the signed-in user, a share link, or the sample. */
import type { Download, Format } from '@octavo/sdk';
import { createContext, useContext } from 'react';

export type ResultFile = Pick<
  Download,
  'fileName' | 'bytes' | 'arrayBuffer' | 'blob' | 'cancel' | 'json' | 'text'
>;

type ReadOptions = { readonly signal?: AbortSignal | undefined; readonly range?: string | undefined };

export type ResultFiles = {
  download(jobId: string, format: Format, options?: ReadOptions): Promise<ResultFile>;
  source(jobId: string, options?: ReadOptions): Promise<ResultFile>;
  image(jobId: string, name: string, options?: ReadOptions): Promise<ResultFile>;
};

export const ResultFilesContext = createContext<ResultFiles | null>(null);

export function useResultFiles(): ResultFiles {
  const files = useContext(ResultFilesContext);
  if (files === null) throw new Error('useResultFiles outside of its context');
  return files;
}
