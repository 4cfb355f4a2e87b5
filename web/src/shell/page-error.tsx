/** What a page shows that threw: the rest of the dashboard goes on. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function PageError({ reset }: { readonly reset: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState isPage title={t('error.title')} text={t('error.text')}>
      <Button variant="primary" onClick={reset}>
        {t('action.retry')}
      </Button>
    </EmptyState>
  );
}
