/** Marks the changes on one page: a button around each block, a colour behind the words and cells that differ. */
import { boxToPercent, type PageSize } from '@octavo/sdk';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Mark } from './change-places.ts';
import { useShownChanges } from './shown-changes.ts';

type ChangeMarkProps = {
  readonly mark: Mark;
  readonly size: PageSize;
  readonly isActive: boolean;
  readonly onChoose: (change: number) => void;
};

function ChangeMark({ mark, size, isActive, onChoose }: ChangeMarkProps) {
  const { t } = useTranslation('compare');
  const { change, kind, box, isBlock } = mark;
  const { left, top, width, height } = boxToPercent(box, size);
  const style = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
  if (!isBlock) return <div aria-hidden data-detail={kind} className="compare-detail" style={style} />;
  return (
    <button
      type="button"
      // The list of changes and the keys lead to each of them; the pages would only repeat it.
      tabIndex={-1}
      data-mark={kind}
      data-active={isActive}
      aria-label={t('mark', { number: change + 1, kind: t(`kind.${kind}`) })}
      aria-pressed={isActive}
      onClick={() => onChoose(change)}
      className="compare-mark"
      style={style}
    />
  );
}

export function ChangeMarks({ page, size }: { readonly page: number; readonly size: PageSize }) {
  const { marks, active, onChoose } = useShownChanges();
  return (marks.get(page) ?? []).map((mark) => (
    <ChangeMark
      key={mark.key}
      mark={mark}
      size={size}
      isActive={mark.change === active}
      onChoose={onChoose}
    />
  ));
}
