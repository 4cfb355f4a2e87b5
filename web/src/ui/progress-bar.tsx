/** A progress bar; without a value it is striped all over, so that nobody reads an amount from it. */
type ProgressBarProps = {
  readonly label: string;
  /** From 0 to 1; null when unknown. */
  readonly value: number | null;
};

export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1.5 w-full overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={
          percent === undefined
            ? 'progress-unknown'
            : 'h-full rounded-full bg-accent transition-[width] duration-300'
        }
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
