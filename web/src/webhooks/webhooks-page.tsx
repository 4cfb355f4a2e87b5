/** The page `webhooks`. */
import { useTranslation } from '../i18n/use-translation.ts';
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
