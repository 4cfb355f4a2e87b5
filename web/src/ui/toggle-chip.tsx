/** One option of a multiple choice, shown as a chip. */
import Check from 'lucide-react/icons/check';
import Plus from 'lucide-react/icons/plus';

type ToggleChipProps = {
  readonly label: string;
  readonly isChosen: boolean;
  readonly isFixed?: boolean;
  readonly onChange: (isChosen: boolean) => void;
};

export function ToggleChip({ label, isChosen, isFixed = false, onChange }: ToggleChipProps) {
  const Icon = isChosen ? Check : Plus;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-disabled={isFixed}
      onClick={() => {
        if (!isFixed) onChange(!isChosen);
      }}
      className="inline-flex h-8 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-sm font-medium text-muted transition-colors hover:border-line-strong aria-disabled:cursor-default aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
    >
      <Icon aria-hidden size={14} />
      {label}
    </button>
  );
}
