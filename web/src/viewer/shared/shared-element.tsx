/** The one block that a link shows. */
import type { SharedContent } from '@octavo/sdk';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { blockNames } from '../document/use-type-name.ts';
import { type Selection, SelectionContext, SelectionStore } from '../selection-store.ts';
import { MarkdownPiece } from '../tabs/markdown-tab.tsx';
import { useShareNote } from './share-note.ts';
import { sharedJobId } from './shared-files.ts';
import { SharedHead } from './shared-head.tsx';
import '../viewer.css';

type Element = NonNullable<SharedContent['element']>;
type SharedElementProps = { readonly content: SharedContent; readonly element: Element };

/** There are no pages to go to. */
const noPages = (): Selection => ({
  store: new SelectionStore(null),
  selectFrom: () => {},
  showPage: () => {},
});

export function SharedElement({ content, element }: SharedElementProps) {
  const { t } = useTranslation('share');
  const { t: viewer } = useTranslation('viewer');
  const [selection] = useState(noPages);
  const note = useShareNote(content);
  const { type, page, markdown, truncated } = element;
  const name = Object.hasOwn(blockNames, type) ? viewer(blockNames[type as keyof typeof blockNames]) : type;
  return (
    <SelectionContext value={selection}>
      <div className="border-b border-line bg-surface">
        <SharedHead content={content} note={note} />
      </div>
      <main className="mx-auto max-w-3xl p-4 sm:p-8">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 className="text-sm font-semibold text-muted">{t('shared.element', { type: name, page })}</h2>
          <CopyButton text={markdown} />
        </div>
        <div className="overflow-x-auto rounded-2xl border border-line bg-surface py-3 shadow-card">
          <MarkdownPiece jobId={sharedJobId} markdown={markdown} />
        </div>
        {truncated && <p className="mt-3 text-sm text-muted">{t('shared.elementPart')}</p>}
      </main>
    </SelectionContext>
  );
}
