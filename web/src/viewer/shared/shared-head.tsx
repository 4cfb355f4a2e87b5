/** The header of a shared result or of the sample: its name, a note, and the downloads. */
import type { SharedContent } from '@octavo/sdk';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Logo } from '../../shell/logo.tsx';

type SharedHeadProps = {
  readonly content: Pick<SharedContent, 'file_name' | 'page_count'>;
  readonly note: string;
  readonly children?: ReactNode;
};

export function SharedHead({ content, note, children }: SharedHeadProps) {
  const { t } = useTranslation('share');
  const { t: viewer } = useTranslation('viewer');
  const name = content.file_name ?? t('shared.untitled');
  const pages = content.page_count === null ? [] : [viewer('pageCount', { count: content.page_count })];
  return (
    <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2 sm:px-4">
      <title>{name}</title>
      <Logo />
      <div className="min-w-0 flex-1 basis-48">
        <h1 className="truncate font-semibold tracking-tight" title={name}>
          {name}
        </h1>
        <p className="text-sm text-muted">{[...pages, note].join(' · ')}</p>
      </div>
      {children}
    </header>
  );
}
