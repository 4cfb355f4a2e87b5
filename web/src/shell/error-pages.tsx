/** What is shown instead of a page: unknown address, a page that crashed, or a dashboard that could not start. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState isPage title={t('error.notFoundTitle')} text={t('error.notFoundText')}>
      <Link to="/" className={buttonClasses('primary')}>
        {t('error.home')}
      </Link>
    </EmptyState>
  );
}

/** Replaces only the page that threw: the navigation stays. */
export function PageCrashed({ reset }: { readonly reset: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState isPage title={t('error.title')} text={t('error.text')}>
      <Button variant="primary" onClick={reset}>
        {t('action.retry')}
      </Button>
    </EmptyState>
  );
}

/** Shown when `config.json` could not be loaded. */
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
