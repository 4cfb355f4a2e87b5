/** The menu that downloads the results and the original PDF. */
import { formatsOf, type Job, type Download as JobDownload, type TextFormat } from '@octavo/sdk';
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useDescribeError } from '../../api/use-describe-error.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../session/dashboard-context.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast-store.ts';
import { fileStem } from '../file-stem.ts';
import { ConvertAgainDialog } from './convert-again-dialog.tsx';
import {
  type ConversionFormat,
  missingConversionFormats,
  missingTextFormats,
  useWriteOutputs,
} from './use-write-outputs.ts';

const itemClasses =
  'cursor-pointer rounded-md px-3 py-1.5 text-sm outline-none data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent';

const groupClasses = 'mt-1 border-t border-line pt-1';
const labelClasses = 'px-3 py-1 text-xs text-muted';

type FreeFormatsProps = {
  readonly job: Job;
  readonly isDisabled: boolean;
  readonly onWrite: (format: TextFormat) => void;
};

/** Text formats that the job does not have yet. */
function FreeFormats({ job, isDisabled, onWrite }: FreeFormatsProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const missing = missingTextFormats(job);
  if (missing.length === 0) return null;
  return (
    <DropdownMenu.Group className={groupClasses}>
      <DropdownMenu.Label className={labelClasses}>{t('alsoAs')}</DropdownMenu.Label>
      {missing.map((format) => (
        <DropdownMenu.Item
          key={format}
          className={itemClasses}
          disabled={isDisabled}
          onSelect={() => onWrite(format)}
        >
          {app(`formats.${format}`)}
        </DropdownMenu.Item>
      ))}
    </DropdownMenu.Group>
  );
}

type NewConversionsProps = { readonly job: Job; readonly onWanted: (format: ConversionFormat) => void };

/** Formats that cost pages; choosing one says how many first. */
function NewConversions({ job, onWanted }: NewConversionsProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const formats = missingConversionFormats(job);
  if (formats.length === 0) return null;
  return (
    <DropdownMenu.Group className={groupClasses}>
      <DropdownMenu.Label className={labelClasses}>
        {t('again.label', { count: job.page_count ?? 0 })}
      </DropdownMenu.Label>
      {formats.map((format) => (
        <DropdownMenu.Item key={format} className={itemClasses} onSelect={() => onWanted(format)}>
          {t('again.item', { format: app(`formats.${format}`) })}
        </DropdownMenu.Item>
      ))}
    </DropdownMenu.Group>
  );
}

export function Downloads({ job }: { readonly job: Job }) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const client = useClient();
  const describe = useDescribeError();
  const save = (download: Promise<JobDownload>) => {
    download
      .then(async (file) => saveFile(await file.blob(), file.fileName))
      .catch((error: unknown) => showToast({ tone: 'danger', text: describe(error) }));
  };
  const write = useWriteOutputs(job);
  const writeAndSave = (format: TextFormat) =>
    save(write.mutateAsync(format).then(() => client.jobs.download(job.id, format)));
  const saveReceipt = () => {
    client.jobs
      .receipt(job.id)
      .then((receipt) => {
        const text = `${JSON.stringify(receipt, null, 2)}\n`;
        saveFile(new Blob([text], { type: 'application/json' }), `${fileStem(job.file?.name)}.receipt.json`);
      })
      .catch((error: unknown) => showToast({ tone: 'danger', text: describe(error) }));
  };
  const [wanted, setWanted] = useState<ConversionFormat | null>(null);
  return (
    <>
      {wanted !== null && <ConvertAgainDialog job={job} format={wanted} onClose={() => setWanted(null)} />}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className={buttonClasses('secondary', 'small')}>
          <Download aria-hidden size={15} />
          <span className="max-sm:sr-only">{t('download')}</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={6}
            className="z-40 min-w-44 rounded-xl border border-line bg-surface p-1 shadow-raised"
          >
            {formatsOf(job).map((format) => (
              <DropdownMenu.Item
                key={format}
                className={itemClasses}
                onSelect={() => save(client.jobs.download(job.id, format))}
              >
                {app(`formats.${format}`)}
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Item className={itemClasses} onSelect={() => save(client.jobs.source(job.id))}>
              {t('original')}
            </DropdownMenu.Item>
            {job.status === 'done' && (
              <DropdownMenu.Item className={itemClasses} onSelect={saveReceipt}>
                {t('receipt')}
              </DropdownMenu.Item>
            )}
            <FreeFormats job={job} isDisabled={write.isPending} onWrite={writeAndSave} />
            <NewConversions job={job} onWanted={setWanted} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  );
}
