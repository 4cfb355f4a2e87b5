/** The API on the start page: code samples for plans that include it, the way to such a plan for the others. */
import { usePlan } from '../api/account-queries.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { UpgradeLink, UpgradeText } from '../shell/upgrade.tsx';
import { Card } from '../ui/card.tsx';
import { SnippetCard } from './snippet-card.tsx';

export function ApiCard() {
  const { t } = useTranslation('home');
  const { upgrade } = useDashboard().config;
  const plan = usePlan();
  if (plan === undefined) return null;
  if (plan.programmatic_access) return <SnippetCard />;
  // Without a link or a text of the operator there is nothing here that the user could do.
  if (upgrade.url === null && upgrade.text === null) return null;
  return (
    <Card title={t('upgrade')}>
      <p className="text-sm text-muted">{t('upgradeText')}</p>
      <p className="mt-3 text-sm text-muted">
        <UpgradeText />
      </p>
      <div className="mt-4">
        <UpgradeLink size="small" />
      </div>
    </Card>
  );
}
