/** The pages of one of the two documents, with its name above them and the changes marked. */
import type { DiffItem } from '@octavo/sdk';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ElementKind } from '../document/element-kind.ts';
import { DocumentPane } from '../pages/document-pane.tsx';
import { usePdf } from '../pages/use-pdf.ts';
import { RevealRegistry } from '../reveal-registry.ts';
import { type Selection, SelectionContext, SelectionStore } from '../selection-store.ts';
import { ChangeMarks } from './change-marks.tsx';
import { type CompareSide, marksByPage, placeOf } from './change-places.ts';
import { ShownChangesContext } from './shown-changes.ts';

/** Changes are chosen here, not elements. */
const selection: Selection = { store: new SelectionStore(null), selectFrom: () => {}, showPage: () => {} };
const nothing: readonly never[] = [];
const noKinds: ReadonlySet<ElementKind> = new Set();
const ignore = () => {};

type CompareDocumentProps = {
  readonly jobId: string;
  readonly side: CompareSide;
  /** Undefined until the comparison is loaded. */
  readonly name: string | undefined;
  readonly items: readonly DiffItem[];
  readonly active: number | null;
  /** Grows whenever a change is chosen, also the same one again. */
  readonly visits: number;
  readonly onChoose: (change: number) => void;
};

export function CompareDocument(props: CompareDocumentProps) {
  const { jobId, side, name, items, active, visits, onChoose } = props;
  const { t } = useTranslation('compare');
  const pdf = usePdf(jobId);
  const [reveals] = useState(() => new RevealRegistry());
  const marks = useMemo(() => marksByPage(items, side), [items, side]);
  const item = active === null ? undefined : items[active];
  const isOpen = pdf.kind === 'open';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `visits` only triggers it
  useEffect(() => {
    const place = isOpen && item !== undefined ? placeOf(item, side) : null;
    if (place !== null) reveals.showPlace(place.page, place.box);
  }, [reveals, item, side, isOpen, visits]);
  const shown = useMemo(() => ({ marks, active, onChoose }), [marks, active, onChoose]);
  return (
    <div data-side={side} className="flex h-full min-h-0 flex-col">
      <p className="flex h-9 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 text-sm">
        <span className="shrink-0 text-muted">{t(side)}</span>
        <Link
          to="/jobs/$jobId"
          params={{ jobId }}
          title={name}
          className="min-w-0 truncate font-medium underline-offset-4 hover:underline"
        >
          {name ?? t('loadingName')}
        </Link>
      </p>
      <div className="min-h-0 flex-1">
        <SelectionContext value={selection}>
          <ShownChangesContext value={shown}>
            <DocumentPane
              {...{ state: pdf, model: undefined, dropped: nothing, hidden: noKinds, reveals }}
              label={t(side)}
              marks={ChangeMarks}
              startPage={1}
              onPage={ignore}
              onDrawn={ignore}
            />
          </ShownChangesContext>
        </SelectionContext>
      </div>
    </div>
  );
}
