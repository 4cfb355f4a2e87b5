/** The list of uploads on the start page. */
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { hasEnded } from './upload.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './use-uploads.ts';

export function UploadsCard() {
  const { t } = useTranslation('home');
  const { uploads } = useDashboard();
  const all = useUploads();
  if (all.length === 0) return null;
  const aside = all.some(hasEnded) ? (
    <Button size="small" variant="quiet" onClick={() => void uploads.clearEnded()}>
      {t('clear')}
    </Button>
  ) : undefined;
  return (
    <Card title={t('uploads')} aside={aside}>
      <ul className="-my-4 divide-y divide-line">
        {all.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
    </Card>
  );
}
