/** The page `keys`. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Page } from '../shell/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function KeysPage() {
  const { t } = useTranslation();
  return (
    <Page>
      <PageHeading title={t('nav.keys')} />
    </Page>
  );
}
