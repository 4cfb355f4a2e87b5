/** The menu that downloads the results and the original PDF. */
import { formatsOf, type Job, type Download as JobDownload, type TextFormat } from '@octavo/sdk';
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import Download from 'lucide-react/icons/download';
import { useDescribeError } from '../../api/use-describe-error.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../session/dashboard-context.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { saveFile } from './save-file.ts';
import { missingTextFormats, useWriteOutputs } from './use-write-outputs.ts';

const itemClasses =
  'cursor-pointer rounded-md px-3 py-1.5 text-sm outline-none data-[highlighted]:bg-accent-soft data-[highlighted]:text-accent';

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
  const missing = missingTextFormats(job);
  return (
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
          {missing.length > 0 && (
            <DropdownMenu.Group className="mt-1 border-t border-line pt-1">
              <DropdownMenu.Label className="px-3 py-1 text-xs text-muted">{t('alsoAs')}</DropdownMenu.Label>
              {missing.map((format) => (
                <DropdownMenu.Item
                  key={format}
                  className={itemClasses}
                  disabled={write.isPending}
                  onSelect={() => writeAndSave(format)}
                >
                  {app(`formats.${format}`)}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
