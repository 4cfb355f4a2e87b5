/** A long list of which only what is in sight exists; rows may have any height. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';

export type ListHandle = { readonly show: (index: number) => void };

type VirtualListProps = {
  readonly label: string;
  readonly count: number;
  readonly estimatePx: number;
  readonly keyOf?: (index: number) => string;
  readonly row: (index: number) => ReactNode;
  readonly handle?: Ref<ListHandle>;
  readonly className?: string;
  readonly startAt?: number;
};

export function VirtualList(props: VirtualListProps) {
  const { label, count, estimatePx, keyOf, row, handle, className, startAt = 0 } = props;
  const container = useRef<HTMLElement>(null);
  const list = useVirtualizer({
    count,
    getScrollElement: () => container.current,
    estimateSize: () => estimatePx,
    overscan: 6,
    initialOffset: startAt * estimatePx,
    ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
  });
  // Rows are seldom as high as they are guessed to be: the place is looked for again until they are measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the list starts is chosen once
  useEffect(() => {
    if (startAt > 0) list.scrollToIndex(startAt, { align: 'center' });
  }, []);
  useImperativeHandle(handle, () => ({
    show: (index) => {
      const item = list.measurementsCache[index];
      const { scrollTop = 0, clientHeight = 0 } = container.current ?? {};
      const isInSight =
        item !== undefined && item.start >= scrollTop && item.start + 40 <= scrollTop + clientHeight;
      if (!isInSight) list.scrollToIndex(index, { align: 'center' });
    },
  }));
  return (
    <section
      ref={container}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
      tabIndex={0}
      className={classNames('h-full min-h-0 overflow-auto', className)}
    >
      <div className="relative w-full" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={list.measureElement}
            data-index={item.index}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {row(item.index)}
          </div>
        ))}
      </div>
    </section>
  );
}
