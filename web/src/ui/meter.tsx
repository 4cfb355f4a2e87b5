/** A usage bar that changes to the warning colour when it is nearly full. */
type MeterProps = {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly text: string;
};

const nearlyFull = 0.9;

export function Meter({ label, value, max, text }: MeterProps) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter element cannot be styled
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text}
      className="h-2.5 w-full overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full rounded-full ${share >= nearlyFull ? 'bg-warning' : 'bg-accent'}`}
        style={{ width: `${Math.max(share * 100, value > 0 ? 1 : 0)}%` }}
      />
    </div>
  );
}
