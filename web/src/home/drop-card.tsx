/** The upload card: drop or choose files, try the sample, select formats and options. */
import FileUp from 'lucide-react/icons/file-up';
import Sparkles from 'lucide-react/icons/sparkles';
import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { chooseOptions, useChosenOptions } from '../options/chosen-options.ts';
import { FormatPicker } from '../options/format-picker.tsx';
import { useDashboard } from '../session/dashboard-context.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useReportLostFiles, useUploads } from '../upload/use-uploads.ts';
import { MoreOptions } from './more-options.tsx';

async function fetchSample(url: string): Promise<File> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`the sample: status ${response.status}`);
  return new File([await response.blob()], 'sample.pdf', { type: 'application/pdf' });
}

export function DropCard() {
  const { t } = useTranslation('home');
  const { config, uploads } = useDashboard();
  const options = useChosenOptions();
  const reportLost = useReportLostFiles();
  const input = useRef<HTMLInputElement>(null);
  const [isFetching, setIsFetching] = useState(false);
  const trySample = (url: string) => {
    setIsFetching(true);
    fetchSample(url)
      .then(
        (file) => uploads.add([file], options),
        () => void showToast({ tone: 'danger', text: t('sampleFailed') }),
      )
      .catch(reportLost)
      .finally(() => setIsFetching(false));
  };
  const isQuiet = useUploads().length > 0;
  return (
    <Card>
      <div
        className={`flex flex-col items-center gap-3 rounded-xl border-2 border-dashed border-line bg-canvas px-4 text-center ${isQuiet ? 'py-6' : 'py-10 sm:py-14'}`}
      >
        {!isQuiet && (
          <span className="grid size-14 place-items-center rounded-2xl bg-accent-soft text-accent">
            <FileUp aria-hidden size={28} />
          </span>
        )}
        <p className="text-lg font-semibold">{t('drop')}</p>
        {!isQuiet && <p className="max-w-md text-muted">{t('dropText')}</p>}
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => input.current?.click()}>
            {t('choose')}
          </Button>
          {config.sampleUrl !== null && (
            <Button disabled={isFetching} onClick={() => trySample(config.sampleUrl ?? '')}>
              <Sparkles aria-hidden size={16} />
              {t('sample')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          multiple
          accept="application/pdf,.pdf"
          aria-label={t('choose')}
          className="hidden"
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])], options).catch(reportLost);
            event.target.value = '';
          }}
        />
      </div>
      <div className="mt-5 flex flex-col gap-4">
        <FormatPicker options={options} onChange={chooseOptions} />
        <MoreOptions />
      </div>
    </Card>
  );
}
