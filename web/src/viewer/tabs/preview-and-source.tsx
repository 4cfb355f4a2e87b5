/** A text result with a preview, its source and a copy button. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

type PreviewAndSourceProps = {
  readonly text: string;
  readonly rendered?: ReactNode;
  readonly source: ReactNode;
};

const views = ['rendered', 'source'] as const;

export function PreviewAndSource({ text, rendered, source }: PreviewAndSourceProps) {
  const { t } = useTranslation('viewer');
  const [view, setView] = useState<(typeof views)[number]>('rendered');
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex h-11 shrink-0 items-center justify-between gap-2 border-b border-line px-3">
        {rendered === undefined ? (
          <span />
        ) : (
          <fieldset className="flex gap-1">
            <legend className="sr-only">{t('view.label')}</legend>
            {views.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === view}
                onClick={() => setView(name)}
                className="rounded-md px-2 py-1 text-sm font-medium text-muted hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent"
              >
                {t(`view.${name}`)}
              </button>
            ))}
          </fieldset>
        )}
        <CopyButton text={text} />
      </div>
      <div className="min-h-0 flex-1">
        {view === 'rendered' && rendered !== undefined ? rendered : source}
      </div>
    </div>
  );
}
