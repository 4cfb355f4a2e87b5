/** A virtualized list with rows of any height. */
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
  // Estimated row heights are rarely exact: scroll again once rows are measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the initial position matters
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
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
