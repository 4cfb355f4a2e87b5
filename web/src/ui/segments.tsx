/** A choice of one of a few views, as buttons next to each other. */
import type { ComponentType } from 'react';
import { classNames } from './class-names.ts';

export type Segment<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly icon: ComponentType<{ readonly size: number; readonly 'aria-hidden': true }>;
};

type SegmentsProps<Value extends string> = {
  readonly legend: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
};

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { legend, segments, value, onChange, className } = props;
  return (
    <fieldset className={classNames('flex rounded-lg bg-sunken p-0.5', className)}>
      <legend className="sr-only">{legend}</legend>
      {segments.map(({ value: one, label, icon: Icon }) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
          className="flex h-8 flex-1 items-center justify-center gap-2 rounded-md text-sm font-medium text-muted aria-pressed:bg-accent-soft aria-pressed:text-accent aria-pressed:shadow-card"
        >
          <Icon aria-hidden size={15} />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
