/** Exports the data of the account, and says how to get results. */
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useDescribeError } from '../api/use-describe-error.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { saveFile } from '../ui/save-file.ts';
import { showToast } from '../ui/toast-store.ts';

function ExportButton() {
  const { t, language } = useTranslation('settings');
  const client = useClient();
  const describe = useDescribeError();
  const [jobs, setJobs] = useState<number | null>(null);
  const start = async () => {
    setJobs(0);
    try {
      const { exportData } = await import('./export-data.ts');
      const now = new Date();
      saveFile(
        await exportData(client, now, setJobs),
        `octavo-export-${now.toISOString().slice(0, 10)}.json`,
      );
    } catch (error) {
      showToast({ tone: 'danger', text: describe(error) });
    } finally {
      setJobs(null);
    }
  };
  return (
    <Button disabled={jobs !== null} onClick={() => void start()}>
      <Download aria-hidden size={16} />
      <span aria-live="polite">
        {jobs === null ? t('data.export') : t('data.exporting', { jobs: jobs.toLocaleString(language) })}
      </span>
    </Button>
  );
}

export function DataCard() {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('data.title')}>
      <p className="mb-3 text-muted">{t('data.exportText')}</p>
      <p className="mb-4 text-muted">{t('data.text')}</p>
      <div className="flex flex-wrap gap-2">
        <ExportButton />
        <Link to="/jobs" className={buttonClasses()}>
          {t('data.jobs')}
        </Link>
      </div>
    </Card>
  );
}
