/** A part of a block with its own box on the page: a list item or a table cell. */
import type { ReactNode } from 'react';
import { useElementMark, useSelection } from '../selection-store.ts';

type BlockPartProps = {
  readonly as: 'li' | 'td' | 'th';
  readonly pointer: string;
  readonly children: ReactNode;
  readonly rowSpan?: number;
  readonly colSpan?: number;
  readonly dir?: 'rtl' | undefined;
};

const marked =
  'data-[mark=hovered]:bg-warning-soft data-[mark=selected]:bg-warning-soft data-[mark=selected]:font-medium';

export function BlockPart({ as: Element, pointer, children, ...attributes }: BlockPartProps) {
  const { store, selectFrom } = useSelection();
  const mark = useElementMark(pointer);
  const block = /^\/kids\/\d+/.exec(pointer)?.[0] ?? null;
  return (
    <Element
      {...attributes}
      data-part-of-block={pointer}
      data-mark={mark}
      className={Element === 'li' ? `rounded px-1 ${marked}` : marked}
      onPointerEnter={() => store.hover(pointer)}
      onPointerLeave={() => store.hover(block)}
      onClick={(event) => {
        event.stopPropagation();
        selectFrom(pointer, 'blocks');
      }}
    >
      {children}
    </Element>
  );
}
