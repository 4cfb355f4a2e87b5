/** Shown for a job that the user cannot open: the API does not say whether it exists. */
import { Link } from '@tanstack/react-router';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { useTranslation } from '../../i18n/use-translation.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NoAccess() {
  const { t } = useTranslation('viewer');
  return (
    <div role="alert">
      <EmptyState
        isPage
        icon={<LockKeyhole aria-hidden size={32} />}
        title={t('noAccess')}
        text={t('noAccessText')}
      >
        <Link to="/jobs" className={buttonClasses('primary')}>
          {t('back')}
        </Link>
      </EmptyState>
    </div>
  );
}
