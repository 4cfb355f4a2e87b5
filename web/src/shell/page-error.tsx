/** What a page shows that threw: the rest of the dashboard goes on. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export function PageError({ reset }: { readonly reset: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice isPage title={t('error.title')} text={t('error.text')}>
      <Button look="primary" onClick={reset}>
        {t('action.retry')}
      </Button>
    </Notice>
  );
}
