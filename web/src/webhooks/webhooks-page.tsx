/** The page `webhooks`. */
import { useTranslation } from 'react-i18next';
import { Page } from '../shell/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function WebhooksPage() {
  const { t } = useTranslation();
  return (
    <Page>
      <PageHeading title={t('nav.webhooks')} />
    </Page>
  );
}
