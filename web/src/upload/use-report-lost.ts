/** For files that could not even be taken: the code for it did not arrive. */
import { useCallback } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { showToast } from '../ui/toast-store.ts';

export function useReportLost(): () => void {
  const { t } = useTranslation('errors');
  return useCallback(() => void showToast({ tone: 'danger', text: t('connection') }), [t]);
}
