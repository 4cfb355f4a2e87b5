/** The button that opens the options form; its code is loaded when it is first opened. */
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useState } from 'react';
import { ensureTexts } from '../i18n/language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { chooseOptions, countChanged, useChosenOptions } from '../options/chosen-options.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/loading.tsx';

const OptionsForm = lazy(async () => {
  const [{ OptionsForm: Form }] = await Promise.all([
    import('../options/options-form.tsx'),
    ensureTexts('options'),
  ]);
  return { default: Form };
});

export function MoreOptions() {
  const { t } = useTranslation('home');
  const options = useChosenOptions();
  const [isOpen, setIsOpen] = useState(false);
  const changed = countChanged(options);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" onClick={() => setIsOpen(true)}>
        <SlidersHorizontal aria-hidden size={15} />
        {t('options.more')}
      </Button>
      {changed > 0 && (
        <>
          <span className="text-sm text-muted">{t('options.changed', { count: changed })}</span>
          <Button
            size="small"
            variant="quiet"
            onClick={() => chooseOptions(options.format ? { format: options.format } : {})}
          >
            {t('options.reset')}
          </Button>
        </>
      )}
      {isOpen && (
        <Dialog title={t('options.title')} onClose={() => setIsOpen(false)}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <OptionsForm options={options} onChange={chooseOptions} />
          </Suspense>
          <div className="mt-6 flex justify-end">
            <Button variant="primary" onClick={() => setIsOpen(false)}>
              {t('options.apply')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
