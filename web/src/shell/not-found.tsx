/** What an unknown address shows. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClasses } from '../ui/button.tsx';
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
