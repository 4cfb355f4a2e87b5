/** Says what a format costs that needs a new conversion, before it is made. */
import type { Job } from '@octavo/sdk';
import { useAccount } from '../../api/account-queries.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useRerun } from './use-rerun.ts';
import type { ConversionFormat } from './use-write-outputs.ts';

type ConvertAgainDialogProps = {
  readonly job: Job;
  readonly format: ConversionFormat;
  readonly onClose: () => void;
};

export function ConvertAgainDialog({ job, format, onClose }: ConvertAgainDialogProps) {
  const { t, language } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const rerun = useRerun(job);
  const account = useAccount().data;
  const left = account && Math.max(0, account.pages_limit - account.pages_used);
  const name = app(`formats.${format}`);
  const count = job.page_count ?? 0;
  return (
    <Dialog title={t('again.title', { format: name })} onClose={onClose}>
      <p>{t('again.text', { format: name })}</p>
      <p className="mt-3 font-medium">{t('missing.cost', { count })}</p>
      {left !== undefined && (
        <p className="text-muted">{t('again.left', { left: left.toLocaleString(language) })}</p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{app('action.cancel')}</Button>
        <Button variant="primary" disabled={rerun.isPending} onClick={() => rerun.mutate([format])}>
          {t('again.confirm', { count })}
        </Button>
      </div>
    </Dialog>
  );
}
