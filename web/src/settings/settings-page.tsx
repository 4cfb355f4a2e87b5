/** Settings of the account and of this browser. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Page } from '../ui/page.tsx';
import { DataCard } from './data-card.tsx';
import { DeletionCard } from './deletion-card.tsx';
import { PresetsCard } from './presets-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { SessionCard } from './session-card.tsx';

export function SettingsPage() {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('title')} text={t('text')}>
      <div className="-mb-6 gap-6 *:mb-6 *:break-inside-avoid xl:columns-2">
        <RetentionCard />
        <PresetsCard />
        <SessionCard />
        <DataCard />
        <DeletionCard />
      </div>
    </Page>
  );
}
