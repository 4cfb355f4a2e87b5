/** The uploads of this page, for components. */
import { useSyncExternalStore } from 'react';
import { useDashboard } from '../session/dashboard-context.ts';
import type { Upload } from './upload.ts';

export function useUploads(): readonly Upload[] {
  const { uploads } = useDashboard();
  return useSyncExternalStore(uploads.list.subscribe, () => uploads.list.all);
}
