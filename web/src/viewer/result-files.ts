/** Where the viewer reads the files of a result from: the jobs of the signed-in user, or a share link. */
import type { Octavo } from '@octavo/sdk';
import { createContext, useContext } from 'react';

export type ResultFiles = Pick<Octavo['jobs'], 'download' | 'source' | 'image'>;

export const ResultFilesContext = createContext<ResultFiles | null>(null);

export function useResultFiles(): ResultFiles {
  const files = useContext(ResultFilesContext);
  if (files === null) throw new Error('useResultFiles outside of its context');
  return files;
}
