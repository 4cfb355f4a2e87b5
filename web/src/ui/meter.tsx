/** A usage bar: what is used, then what is reserved. Both have the warning colour when the bar is nearly full. */
type MeterProps = {
  readonly label: string;
  readonly value: number;
  readonly reserved: number;
  readonly max: number;
  readonly text: string;
};

const nearlyFull = 0.9;

/** In percent; at least one, so that a little can be seen. */
function widthOf(value: number, max: number): string {
  return `${value <= 0 || max <= 0 ? 0 : Math.max(1, Math.min(100, (value / max) * 100))}%`;
}

export function Meter({ label, value, reserved, max, text }: MeterProps) {
  const sum = value + reserved;
  const colour = sum >= max * nearlyFull ? 'bg-warning' : 'bg-accent';
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter element cannot be styled
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(sum, max)}
      aria-valuetext={text}
      className="flex h-2.5 w-full overflow-hidden rounded-full bg-sunken"
    >
      <div className={`h-full ${colour}`} style={{ width: widthOf(value, max) }} />
      <div className={`h-full opacity-45 ${colour}`} style={{ width: widthOf(reserved, max) }} />
    </div>
  );
}
