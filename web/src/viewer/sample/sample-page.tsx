/** The sample document in the viewer, for people without an account: nothing is uploaded, and the API is not used. */
import { Link } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import LogIn from 'lucide-react/icons/log-in';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useDashboard, useSessionState } from '../../session/dashboard-context.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { ResultFilesContext } from '../result-files.ts';
import { SharedViewer } from '../shared/shared-viewer.tsx';
import { sampleFiles, sampleFormats, sampleName, samplePages } from './sample-files.ts';

const content = {
  file_name: sampleName,
  page_count: samplePages,
  formats: [...sampleFormats],
  with_source: true,
};

function Actions() {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  const { session } = useDashboard();
  const { kind } = useSessionState();
  const [hasFailed, setHasFailed] = useState(false);
  const signIn = () => {
    setHasFailed(false);
    session.signIn(import.meta.env.BASE_URL).catch(() => setHasFailed(true));
  };
  return (
    <span className="flex flex-wrap items-center gap-2">
      {hasFailed && (
        <span role="alert" className="text-sm text-danger">
          {app('session.providerUnreachable')}
        </span>
      )}
      <Link to="/" className={buttonClasses('quiet', 'small')}>
        <ArrowLeft aria-hidden size={15} />
        {t('sample.back')}
      </Link>
      {kind === 'signed-out' && (
        <Button size="small" variant="primary" onClick={signIn}>
          <LogIn aria-hidden size={15} />
          {t('sample.signIn')}
        </Button>
      )}
    </span>
  );
}

export function SamplePage() {
  const { t } = useTranslation('viewer');
  return (
    <ResultFilesContext value={sampleFiles}>
      <SharedViewer content={content} note={t('sample.note')} actions={<Actions />} />
      <Toasts />
    </ResultFilesContext>
  );
}
