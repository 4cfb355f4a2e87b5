/** How to get the results out, and how to have everything deleted. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { Contact } from '../shell/upgrade.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

export function DataCard() {
  const { t } = useTranslation('settings');
  const { contact } = useDashboard().config.upgrade;
  return (
    <Card title={t('data.title')}>
      <p className="mb-3 text-muted">{t('data.text')}</p>
      <p className="mb-4 text-muted">
        {t(contact === null ? 'data.account' : 'data.accountAt')}
        {contact !== null && (
          <>
            {' '}
            <Contact contact={contact} />
          </>
        )}
      </p>
      <Link to="/jobs" className={buttonClasses()}>
        {t('data.jobs')}
      </Link>
    </Card>
  );
}
