/** Saves the format of the open tab, and the original PDF if the link includes it. */
import type { SharedContent, TextFormat } from '@octavo/sdk';
import Download from 'lucide-react/icons/download';
import { useDescribeError } from '../../api/use-describe-error.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast-store.ts';
import { type ResultFile, useResultFiles } from '../result-files.ts';
import { sharedJobId } from './shared-files.ts';

type SharedDownloadsProps = {
  readonly content: Pick<SharedContent, 'with_source'>;
  readonly format: TextFormat | null;
};

/** The short one on phones, where several buttons share a row. */
function Label({ long, short }: { readonly long: string; readonly short: string }) {
  return (
    <>
      <span className="max-sm:sr-only">{long}</span>
      <span aria-hidden className="sm:hidden">
        {short}
      </span>
    </>
  );
}

export function SharedDownloads({ content, format }: SharedDownloadsProps) {
  const { t } = useTranslation('share');
  const { t: app } = useTranslation();
  const describe = useDescribeError();
  const files = useResultFiles();
  const save = (download: Promise<ResultFile>) => {
    download
      .then(async (file) => saveFile(await file.blob(), file.fileName))
      .catch((error: unknown) => showToast({ tone: 'danger', text: describe(error) }));
  };
  return (
    <span className="flex flex-wrap gap-2">
      {format !== null && (
        <Button size="small" onClick={() => save(files.download(sharedJobId, format))}>
          <Download aria-hidden size={15} />
          <Label
            long={t('shared.download', { format: app(`formats.${format}`) })}
            short={app(`formats.${format}`)}
          />
        </Button>
      )}
      {content.with_source && (
        <Button size="small" onClick={() => save(files.source(sharedJobId))}>
          <Download aria-hidden size={15} />
          <Label long={t('shared.original')} short="PDF" />
        </Button>
      )}
    </span>
  );
}
