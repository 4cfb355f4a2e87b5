/** The header of a shared result: its name, until when it is shared, and the downloads. */
import type { SharedContent } from '@octavo/sdk';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../format/date-time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Logo } from '../../shell/logo.tsx';

type SharedHeadProps = { readonly content: SharedContent; readonly children?: ReactNode };

export function SharedHead({ content, children }: SharedHeadProps) {
  const { t, language } = useTranslation('share');
  const { t: viewer } = useTranslation('viewer');
  const name = content.file_name ?? t('shared.untitled');
  const until = t('shared.note', { time: formatDateTime(content.expires_at, language) });
  const pages = content.page_count === null ? [] : [viewer('pageCount', { count: content.page_count })];
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 sm:px-4">
      <title>{name}</title>
      <Logo />
      <div className="min-w-0 flex-1 basis-48">
        <h1 className="truncate font-semibold tracking-tight" title={name}>
          {name}
        </h1>
        <p className="text-sm text-muted">{[...pages, until].join(' · ')}</p>
      </div>
      {children}
    </header>
  );
}
