/** The left pane for every state of the PDF: loading, locked, failed or open. */
import FileWarning from 'lucide-react/icons/file-warning';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { PagePane } from './page-pane.tsx';
import type { PdfState } from './use-pdf.ts';

type DocumentPaneProps = Omit<ComponentProps<typeof PagePane>, 'pdf' | 'first'> & {
  readonly state: PdfState & { readonly retry: () => void };
};

type LockedProps = Extract<PdfState, { kind: 'locked' }>;

function Locked({ isWrong, unlock }: LockedProps) {
  const { t } = useTranslation('viewer');
  const [password, setPassword] = useState('');
  return (
    <EmptyState
      icon={<LockKeyhole aria-hidden size={32} />}
      title={t('locked.title')}
      text={t('locked.text')}
    >
      <form
        className="flex flex-wrap justify-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          unlock(password);
        }}
      >
        <input
          type="password"
          autoComplete="off"
          aria-label={t('locked.password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          className="h-10 rounded-lg border border-line bg-surface px-3"
        />
        <Button type="submit" variant="primary">
          {t('locked.open')}
        </Button>
      </form>
      {isWrong && (
        <p role="alert" className="w-full text-danger">
          {t('locked.wrong')}
        </p>
      )}
    </EmptyState>
  );
}

export function DocumentPane({ state, ...rest }: DocumentPaneProps) {
  const { t } = useTranslation('viewer');
  const { t: app } = useTranslation();
  switch (state.kind) {
    case 'opening':
      return <Spinner />;
    case 'locked':
      return <Locked {...state} />;
    case 'failed':
      return (
        <EmptyState
          icon={<FileWarning aria-hidden size={32} />}
          title={t('sourceFailed')}
          text={t('sourceFailedText')}
        >
          <Button onClick={state.retry}>{app('action.retry')}</Button>
        </EmptyState>
      );
    case 'open':
      return <PagePane {...rest} pdf={state.pdf} first={state.first} />;
  }
}
