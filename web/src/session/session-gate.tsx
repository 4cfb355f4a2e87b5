/** Shows the sign-in page to signed-out users. If a session expires, the page stays and a dialog asks to sign in again. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useDashboard, useSessionState } from './dashboard-context.ts';
import { currentPath } from './page-url.ts';

/** Loaded on demand: signed-in users never need it. */
const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));

function ExpiredDialog() {
  const { t } = useTranslation();
  const { session } = useDashboard();
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <Dialog title={t('session.expiredTitle')} isDismissible={false} onClose={() => {}}>
      <p className="mb-5 text-muted">{t('session.expiredText')}</p>
      {hasFailed && (
        <p role="alert" className="mb-4 text-danger">
          {t('session.providerUnreachable')}
        </p>
      )}
      <Button
        variant="primary"
        onClick={() => {
          setHasFailed(false);
          session.signIn(currentPath()).catch(() => setHasFailed(true));
        }}
      >
        {t('session.signInAgain')}
      </Button>
    </Dialog>
  );
}

export function SessionGate({ children }: { readonly children: ReactNode }) {
  const state = useSessionState();
  if (state.kind === 'signed-out') {
    return (
      <Suspense fallback={null}>
        <SignInPage reason={state.reason} />
      </Suspense>
    );
  }
  return (
    <>
      {children}
      {state.kind === 'expired' && <ExpiredDialog />}
    </>
  );
}
