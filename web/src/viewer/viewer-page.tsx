/** One job: its pages on the left, what was made of them on the right. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Page } from '../shell/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function ViewerPage() {
  const { t } = useTranslation('viewer');
  return (
    <Page>
      <PageHeading title={t('title')} />
    </Page>
  );
}
