/** Shares a result, or one block of it, with people who have no account. */
import type { CreatedShare } from '@octavo/sdk';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { DocumentElement } from '../document/document-model.ts';
import { ActiveLinks } from './active-links.tsx';
import { NewLink } from './new-link.tsx';
import { ShareForm } from './share-form.tsx';

type ShareDialogProps = {
  readonly jobId: string;
  readonly block: DocumentElement | undefined;
  readonly onClose: () => void;
};

export function ShareDialog({ jobId, block, onClose }: ShareDialogProps) {
  const { t } = useTranslation('share');
  const [created, setCreated] = useState<CreatedShare | null>(null);
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p className="mb-4 text-sm text-muted">{t('intro')}</p>
      {created === null ? (
        <ShareForm jobId={jobId} block={block} onCreated={setCreated} />
      ) : (
        <NewLink share={created} onAnother={() => setCreated(null)} />
      )}
      <ActiveLinks jobId={jobId} />
    </Dialog>
  );
}
