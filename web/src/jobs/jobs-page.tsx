/** The page `jobs`. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Page } from '../shell/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function JobsPage() {
  const { t } = useTranslation();
  return (
    <Page>
      <PageHeading title={t('nav.jobs')} />
    </Page>
  );
}
