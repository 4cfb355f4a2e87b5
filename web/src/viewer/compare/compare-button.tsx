/** The button that opens the choice of a job to compare with, which is loaded then. */
import type { Job } from '@octavo/sdk';
import GitCompareArrows from 'lucide-react/icons/git-compare-arrows';
import { lazy, Suspense, useState } from 'react';
import { ensureTexts } from '../../i18n/language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const CompareWithDialog = lazy(async () => {
  const [module] = await Promise.all([import('./compare-with-dialog.tsx'), ensureTexts('compare')]);
  return { default: module.CompareWithDialog };
});

type CompareButtonProps = { readonly job: Job; readonly className: string };

export function CompareButton({ job, className }: CompareButtonProps) {
  const { t } = useTranslation('viewer');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        title={t('panel.compare')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={className}
      >
        <GitCompareArrows aria-hidden size={16} />
        <span className="max-xl:sr-only">{t('panel.compare')}</span>
      </button>
      {isOpen && (
        <Suspense>
          <CompareWithDialog job={job} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
