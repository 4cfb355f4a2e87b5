/** Why the job of an upload failed, and that it was not charged. */
import type { Job } from '@octavo/sdk';
import { useTranslation } from '../i18n/use-translation.ts';
import { useFailureTexts } from '../options/failure-texts.ts';

type FailedNoteProps = { readonly failure: Pick<Job, 'error_code' | 'error_message'> };

export function FailedNote({ failure }: FailedNoteProps) {
  const { t } = useTranslation('home');
  const { reason } = useFailureTexts(failure);
  return (
    <>
      <p className="text-sm text-danger">{reason}</p>
      <p className="text-sm text-muted">{t('notCharged')}</p>
    </>
  );
}
