/** Shown when not even the configuration could be read: the server is away. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function StartFailed() {
  const { t } = useTranslation();
  return (
    <main>
      <EmptyState isPage title={t('error.startTitle')} text={t('error.startText')}>
        <Button variant="primary" onClick={() => location.reload()}>
          {t('action.retry')}
        </Button>
      </EmptyState>
    </main>
  );
}
