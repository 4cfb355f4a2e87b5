/** The button that opens the share dialog, which is loaded then. */
import Share2 from 'lucide-react/icons/share-2';
import { lazy, Suspense, useState } from 'react';
import { ensureTexts } from '../../i18n/language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import type { DocumentModel } from '../document/document-model.ts';
import { useSelection } from '../selection-store.ts';

const ShareDialog = lazy(async () => {
  const [module] = await Promise.all([import('./share-dialog.tsx'), ensureTexts('share')]);
  return { default: module.ShareDialog };
});

type ShareButtonProps = { readonly jobId: string; readonly model: DocumentModel | undefined };

export function ShareButton({ jobId, model }: ShareButtonProps) {
  const { t } = useTranslation('viewer');
  const { store } = useSelection();
  const [isOpen, setIsOpen] = useState(false);
  const selected = store.selected === null ? undefined : model?.byPointer.get(store.selected);
  return (
    <>
      <Button size="small" title={t('share')} onClick={() => setIsOpen(true)}>
        <Share2 aria-hidden size={15} />
        <span className="max-sm:sr-only">{t('share')}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog
            jobId={jobId}
            block={model?.byPointer.get(selected?.block ?? '')}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
