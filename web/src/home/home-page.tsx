/** The page `home`. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Page } from '../shell/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function HomePage() {
  const { t } = useTranslation();
  return (
    <Page>
      <PageHeading title={t('nav.home')} />
    </Page>
  );
}
