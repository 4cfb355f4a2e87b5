/** The box of an element on the page, as a button. */
import { type Box, boxToPercent } from '@octavo/sdk';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { classNames } from '../../ui/class-names.ts';
import { type DocumentElement, excerptOf } from '../document/document-model.ts';
import { kindStyles } from '../document/element-kind.ts';
import { useTypeName } from '../document/use-type-name.ts';
import { useElementMark, useSelection } from '../selection-store.ts';

type ElementBoxProps = {
  readonly element: DocumentElement;
  readonly box: Box;
  readonly width: number;
  readonly height: number;
  /** The element begins on an earlier page, whose box takes the focus. */
  readonly isContinued: boolean;
  /** Only one box is in the tab order (roving tabindex). */
  readonly isTabStop: boolean;
};

function ElementBoxPlain({ element, box, width, height, isContinued, isTabStop }: ElementBoxProps) {
  const { t } = useTranslation('viewer');
  const nameOf = useTypeName();
  const { store, selectFrom } = useSelection();
  const mark = useElementMark(element.pointer);
  const button = useRef<HTMLButtonElement>(null);
  const isSelected = mark === 'selected';
  useEffect(() => {
    if (!isSelected || isContinued || !store.takeFocus(element.pointer)) return;
    button.current?.focus({ preventScroll: true });
  }, [isSelected, isContinued, store, element.pointer]);
  const name = nameOf(element.node);
  const { left, top, width: across, height: down } = boxToPercent(box, { width, height });
  return (
    <button
      ref={button}
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isSelected}
      aria-label={t('box', { type: name, text: excerptOf(element.node) })}
      data-box={element.pointer}
      data-mark={mark}
      data-part={element.block !== element.pointer}
      data-tag={name}
      className={classNames('viewer-box', kindStyles[element.kind].box)}
      style={{ left: `${left}%`, top: `${top}%`, width: `${across}%`, height: `${down}%` }}
      onPointerEnter={() => store.hover(element.pointer)}
      onPointerLeave={() => store.hover(null)}
      onFocus={() => store.hover(element.pointer)}
      onBlur={() => store.hover(null)}
      onClick={() => selectFrom(element.pointer, 'pages')}
    />
  );
}

export const ElementBox = memo(ElementBoxPlain);
