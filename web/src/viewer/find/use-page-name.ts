/** How a page is called in lists: its number, and the printed one if that differs. */
import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

export function usePageName(): (place: { readonly page: number; readonly label: string | null }) => string {
  const { t } = useTranslation('viewer');
  return useCallback(
    ({ page, label }) => (label === null ? t('pageLabel', { page }) : t('pageWithLabel', { page, label })),
    [t],
  );
}
