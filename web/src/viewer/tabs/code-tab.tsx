/** Code samples that create this job: curl, TypeScript, Python and CLI. */
import type { Job } from '@octavo/sdk';
import { useTranslation } from '../../i18n/use-translation.ts';
import { changedOptions } from '../../options/changed-options.ts';
import { useDashboard } from '../../session/dashboard-context.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cliSample, curlResultSample, curlSample, pythonSample, typescriptSample } from './code-samples.ts';

type SampleProps = { readonly title: string; readonly code: string };

function Sample({ title, code }: SampleProps) {
  return (
    <section className="mb-6">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{title}</h3>
        <CopyButton text={code} />
      </div>
      <CodeBlock label={title} code={code} />
    </section>
  );
}

export function CodeTab({ job }: { readonly job: Job }) {
  const { t } = useTranslation('viewer');
  const { config } = useDashboard();
  const input = {
    baseUrl: config.apiUrl,
    fileName: job.file?.name ?? 'document.pdf',
    jobId: job.id,
    options: changedOptions(job.options),
  };
  return (
    <div className="h-full overflow-auto p-4">
      <p className="mb-4 text-sm text-muted">{t('code.text')}</p>
      <Sample title={t('code.curl')} code={curlSample(input)} />
      <Sample title={t('code.typescript')} code={typescriptSample(input)} />
      <Sample title={t('code.python')} code={pythonSample(input)} />
      <Sample title={t('code.cli')} code={cliSample(input)} />
      <Sample
        title={t('code.download')}
        code={curlResultSample(input, job.options.format[0] ?? 'markdown')}
      />
    </div>
  );
}
