/** One block of the document: its type and content. Hovering highlights its box on the page. */
import { memo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { classNames } from '../../ui/class-names.ts';
import { type DocumentElement, excerptOf } from '../document/document-model.ts';
import { kindStyles } from '../document/element-kind.ts';
import { useTypeName } from '../document/use-type-name.ts';
import { useElementMark, useSelection } from '../selection-store.ts';
import { NodeContent } from './node-content.tsx';

function BlockPlain({ jobId, block }: { readonly jobId: string; readonly block: DocumentElement }) {
  const { t } = useTranslation('viewer');
  const nameOf = useTypeName();
  const { store, selectFrom } = useSelection();
  const mark = useElementMark(block.pointer);
  const styles = kindStyles[block.kind];
  const name = nameOf(block.node);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside offers the same by keyboard
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside offers the same by keyboard
    <div
      data-block={block.pointer}
      data-mark={mark}
      onPointerEnter={() => store.hover(block.pointer)}
      onPointerLeave={() => store.hover(null)}
      onClick={() => selectFrom(block.pointer, 'blocks')}
      className="group relative cursor-pointer rounded-lg py-2 pr-2 pl-4 data-[mark=hovered]:bg-sunken data-[mark=selected]:bg-accent-soft"
    >
      <span
        aria-hidden
        className={classNames(
          'absolute inset-y-1.5 left-0 w-1 rounded-full opacity-60 group-data-[mark=hovered]:opacity-100 group-data-[mark=selected]:opacity-100',
          styles.bar,
        )}
      />
      <button
        type="button"
        aria-pressed={mark === 'selected'}
        aria-label={t('box', { type: name, text: excerptOf(block.node) })}
        onFocus={() => store.hover(block.pointer)}
        onBlur={() => store.hover(null)}
        className={classNames('mb-0.5 block rounded text-xs font-semibold', styles.text)}
      >
        {name}
      </button>
      <div className="overflow-x-auto text-[0.9375rem]">
        <NodeContent jobId={jobId} node={block.node} pointer={block.pointer} />
      </div>
    </div>
  );
}

export const Block = memo(BlockPlain);
