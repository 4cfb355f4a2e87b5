/** The uploads of this page for components, and the message for files that could not be added. */
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { showToast } from '../ui/toast-store.ts';
import type { Upload } from './upload.ts';

export function useUploads(): readonly Upload[] {
  const { uploads } = useDashboard();
  return useSyncExternalStore(uploads.list.subscribe, () => uploads.list.all);
}

/** Files are only lost before they are in the list: when the code of the upload queue cannot be loaded. */
export function useReportLostFiles(): () => void {
  const { t } = useTranslation('errors');
  return useCallback(() => void showToast({ tone: 'danger', text: t('connection') }), [t]);
}
