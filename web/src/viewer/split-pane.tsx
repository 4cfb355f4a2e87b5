/** Two panes with a movable divider; a narrow screen shows one at a time and a switch between them. */

import FileText from 'lucide-react/icons/file-text';
import ListTree from 'lucide-react/icons/list-tree';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { classNames } from '../ui/class-names.ts';
import { Segments } from '../ui/segments.tsx';

export type Side = 'left' | 'right';

type SplitPaneProps = {
  readonly left: ReactNode;
  readonly right: ReactNode;
  /** The pane that a narrow screen shows. */
  readonly shown: Side;
};

const storageKey = 'octavo.viewer.split';
const [leastShare, mostShare] = [25, 75];
const stepShare = 4;

const within = (share: number) => Math.min(mostShare, Math.max(leastShare, share));

function keptShare(): number {
  try {
    const kept = Number(localStorage.getItem(storageKey) ?? 52);
    return Number.isFinite(kept) ? within(kept) : 52;
  } catch {
    return 52;
  }
}

function keepShare(share: number): void {
  try {
    localStorage.setItem(storageKey, String(Math.round(share)));
  } catch {
    // Without storage the divider is back at its default after a reload.
  }
}

export function SplitPane({ left, right, shown }: SplitPaneProps) {
  const { t } = useTranslation('viewer');
  const frame = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(keptShare);
  const move = (next: number) => {
    setShare(within(next));
    keepShare(within(next));
  };
  return (
    <div ref={frame} className="flex min-h-0 min-w-0 flex-1">
      <div
        className={classNames(
          'min-h-0 min-w-0 max-lg:w-full! lg:block',
          shown === 'right' && 'max-lg:hidden',
        )}
        style={{ width: `${share}%` }}
      >
        {left}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: an hr element cannot be focused or moved */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={t('split')}
        aria-valuemin={leastShare}
        aria-valuemax={mostShare}
        aria-valuenow={Math.round(share)}
        tabIndex={0}
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft') move(share - stepShare);
          else if (event.key === 'ArrowRight') move(share + stepShare);
          else return;
          event.preventDefault();
        }}
        onDoubleClick={() => move(52)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          const box = frame.current?.getBoundingClientRect();
          if (!event.currentTarget.hasPointerCapture(event.pointerId) || box === undefined) return;
          move(((event.clientX - box.left) / box.width) * 100);
        }}
        className="relative z-10 hidden w-px shrink-0 cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-1.5 before:w-3 hover:bg-accent lg:block"
      />
      <div
        className={classNames(
          'min-h-0 min-w-0 flex-1 bg-surface lg:block',
          shown === 'left' && 'max-lg:hidden',
        )}
      >
        {right}
      </div>
    </div>
  );
}

type SideSwitchProps = { readonly side: Side; readonly onChange: (side: Side) => void };

export function SideSwitch({ side, onChange }: SideSwitchProps) {
  const { t } = useTranslation('viewer');
  return (
    <Segments<Side>
      legend={t('side')}
      segments={[
        { value: 'left', icon: FileText, label: t('pages') },
        { value: 'right', icon: ListTree, label: t('results') },
      ]}
      value={side}
      onChange={onChange}
      className="mx-3 mb-2 lg:hidden"
    />
  );
}
