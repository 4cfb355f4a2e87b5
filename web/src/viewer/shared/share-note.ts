/** Says of a shared result that it is read-only, and until when it is shared. */
import type { SharedContent } from '@octavo/sdk';
import { formatDateTime } from '../../format/date-time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

export function useShareNote({ expires_at }: Pick<SharedContent, 'expires_at'>): string {
  const { t, language } = useTranslation('share');
  return t('shared.note', { time: formatDateTime(expires_at, language) });
}
