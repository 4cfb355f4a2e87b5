/** The page for signed-out users: what Octavo does, a sample to try, and the sign-in button. */
import { Link } from '@tanstack/react-router';
import ArrowRight from 'lucide-react/icons/arrow-right';
import FileScan from 'lucide-react/icons/file-scan';
import LayoutPanelLeft from 'lucide-react/icons/layout-panel-left';
import LogIn from 'lucide-react/icons/log-in';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Logo } from '../shell/logo.tsx';
import { Preferences } from '../shell/preferences.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { useDashboard } from './dashboard-context.ts';
import { PageIllustration } from './page-illustration.tsx';
import { currentPath } from './page-url.ts';
import type { SessionState } from './session.ts';

type Reason = Extract<SessionState, { kind: 'signed-out' }>['reason'];

const points = [
  { key: 'see', icon: LayoutPanelLeft },
  { key: 'formats', icon: FileScan },
  { key: 'private', icon: ShieldCheck },
] as const;

const reasonTexts = {
  ended: 'session.ended',
  failed: 'session.failed',
  left: 'session.signedOut',
} as const;

function SignInCard({ reason }: { readonly reason: Reason }) {
  const { t } = useTranslation();
  const { session } = useDashboard();
  const [problem, setProblem] = useState<'none' | 'unreachable'>('none');
  const [isRedirecting, setIsRedirecting] = useState(false);
  const signIn = () => {
    setProblem('none');
    setIsRedirecting(true);
    session.signIn(currentPath()).catch(() => {
      setIsRedirecting(false);
      setProblem('unreachable');
    });
  };
  return (
    <div className="flex w-full flex-col gap-4 rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8">
      <h2 className="text-xl font-semibold">{t('session.signInTitle')}</h2>
      <p className="text-muted">{t('session.signInText')}</p>
      {reason !== 'none' && (
        <p
          role="status"
          className={`rounded-lg px-3 py-2 text-sm ${reason === 'left' ? 'bg-success-soft text-success' : 'bg-warning-soft text-warning'}`}
        >
          {t(reasonTexts[reason])}
        </p>
      )}
      {problem === 'unreachable' && (
        <p role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-sm text-danger">
          {t('session.providerUnreachable')}
        </p>
      )}
      <Button variant="primary" onClick={signIn} disabled={isRedirecting} className="h-11 w-full text-base">
        <LogIn aria-hidden size={18} />
        {t('session.signIn')}
      </Button>
    </div>
  );
}

/** Opens the sample in the viewer, whose code is loaded then. */
function SampleLink() {
  const { t } = useTranslation();
  return (
    <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to="/sample" className={buttonClasses('secondary')}>
        {t('session.sample')}
        <ArrowRight aria-hidden size={16} />
      </Link>
      <span className="text-sm text-muted">{t('session.sampleHint')}</span>
    </div>
  );
}

export function SignInPage({ reason }: { readonly reason: Reason }) {
  const { t } = useTranslation();
  const { sampleUrl } = useDashboard().config;
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-5xl flex-col px-5 py-6 sm:px-8">
      <div className="flex items-center gap-2.5">
        <Logo />
        <span className="text-lg font-semibold tracking-tight">{t('name')}</span>
      </div>
      <div className="grid flex-1 content-center items-center gap-10 py-12 lg:grid-cols-[1.2fr_1fr] lg:gap-16">
        <div>
          <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
            {t('session.headline')}
          </h1>
          <p className="mt-5 max-w-prose text-lg text-muted">{t('session.promise')}</p>
          <ul className="mt-8 flex flex-col gap-4">
            {points.map(({ key, icon: Icon }) => (
              <li key={key} className="flex items-start gap-3">
                <Icon aria-hidden size={22} className="mt-0.5 shrink-0 text-accent" />
                <span>{t(`session.points.${key}`)}</span>
              </li>
            ))}
          </ul>
          {sampleUrl !== null && <SampleLink />}
        </div>
        <div className="flex flex-col items-center gap-8">
          <div className="hidden lg:block">
            <PageIllustration />
          </div>
          <SignInCard reason={reason} />
        </div>
      </div>
      <div className="w-full max-w-xs self-end">
        <Preferences />
      </div>
    </main>
  );
}
