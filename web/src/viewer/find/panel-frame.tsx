/** The frame of a panel: next to the pages on a wide screen, above them on a narrow one. */
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../ui/button.tsx';

type PanelFrameProps = { readonly title: string; readonly onClose: () => void; readonly children: ReactNode };

export function PanelFrame({ title, onClose, children }: PanelFrameProps) {
  const { t } = useTranslation('viewer');
  return (
    <section
      data-panel
      aria-label={title}
      className="flex min-h-0 shrink-0 flex-col border-line bg-surface max-lg:h-[45%] max-lg:border-b lg:w-80 lg:border-r"
    >
      <div className="flex h-11 shrink-0 items-center justify-between pr-1.5 pl-4">
        <h2 className="text-sm font-semibold">{title}</h2>
        <IconButton size="small" label={t('panel.close')} onClick={onClose}>
          <X aria-hidden size={17} />
        </IconButton>
      </div>
      {children}
    </section>
  );
}
