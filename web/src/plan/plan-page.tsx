/** The page `plan`. */
import { useTranslation } from 'react-i18next';
import { Page } from '../shell/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function PlanPage() {
  const { t } = useTranslation();
  return (
    <Page>
      <PageHeading title={t('nav.plan')} />
    </Page>
  );
}
