/** Shown when not even the configuration could be read: the server is away. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

export function StartFailed() {
  const { t } = useTranslation();
  return (
    <main>
      <Notice isPage title={t('error.startTitle')} text={t('error.startText')}>
        <Button look="primary" onClick={() => location.reload()}>
          {t('action.retry')}
        </Button>
      </Notice>
    </main>
  );
}
