/** One row of the upload list, with its actions. */
import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import FileText from 'lucide-react/icons/file-text';
import Lock from 'lucide-react/icons/lock';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { formatBytes } from '../format/bytes.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useDashboard } from '../session/dashboard-context.ts';
import { Button, buttonClasses, IconButton } from '../ui/button.tsx';
import { StatusChip } from '../ui/status-chip.tsx';
import { PasswordForm } from './password-form.tsx';
import { ScanNote } from './scan-note.tsx';
import { hasEnded, type Upload, type UploadState } from './upload.ts';
import { statusOf, UploadStatus } from './upload-status.tsx';

function StateIcon({ kind }: { readonly kind: UploadState['kind'] }) {
  if (kind === 'done') return <CircleCheck aria-hidden size={22} className="text-success" />;
  if (kind === 'failed' || kind === 'invalid' || kind === 'refused') {
    return <CircleAlert aria-hidden size={22} className="text-danger" />;
  }
  if (kind === 'locked') return <Lock aria-hidden size={22} className="text-warning" />;
  return <FileText aria-hidden size={22} className="text-accent" />;
}

export function UploadRow({ upload }: { readonly upload: Upload }) {
  const { t, language } = useTranslation('home');
  const { uploads } = useDashboard();
  const { id, name, bytes, jobId, state } = upload;
  const status = statusOf(state);
  return (
    <li className="flex gap-3 py-4">
      <div className="mt-0.5 shrink-0">
        <StateIcon kind={state.kind} />
      </div>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1" aria-live="polite">
          <span className="max-w-full truncate font-medium">{name}</span>
          <span className="text-sm text-muted">{formatBytes(bytes, language)}</span>
          {status !== null && <StatusChip status={status} />}
        </p>
        <UploadStatus name={name} state={state} />
        {!hasEnded(upload) && <ScanNote upload={upload} />}
        {state.kind === 'locked' && (
          <PasswordForm onPassword={(password) => void uploads.retry(id, password)} />
        )}
      </div>
      <div className="flex shrink-0 items-start gap-1">
        {state.kind === 'refused' && (
          <Button size="small" onClick={() => void uploads.retry(id)}>
            <RotateCw aria-hidden size={15} />
            {t('again')}
          </Button>
        )}
        {jobId !== null && (state.kind === 'done' || state.kind === 'failed') && (
          <Link
            to="/jobs/$jobId"
            params={{ jobId }}
            className={buttonClasses(state.kind === 'done' ? 'primary' : 'secondary', 'small')}
          >
            {t(state.kind === 'done' ? 'view' : 'viewFailed')}
            <ArrowRight aria-hidden size={15} />
          </Link>
        )}
        <IconButton
          size="small"
          label={t(hasEnded(upload) ? 'dismiss' : 'cancel', { name })}
          onClick={() => void uploads.remove(id)}
        >
          <X aria-hidden size={16} />
        </IconButton>
      </div>
    </li>
  );
}
