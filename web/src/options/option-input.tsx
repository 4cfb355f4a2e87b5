/** The form field for one parser option, chosen by the option's kind. */
import { useTranslation } from '../i18n/use-translation.ts';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ToggleChip } from '../ui/toggle-chip.tsx';
import type { OptionField } from './changed-options.ts';

type OptionInputProps = {
  readonly field: OptionField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

/** Option values without a translation are shown as the API spells them. */
function useValueLabel(): (value: string) => string {
  const { t } = useTranslation('options');
  return (value) => {
    const key = `value.${value}` as Parameters<typeof t>[0];
    const text = t(key);
    return text === key ? value : text;
  };
}

export function OptionInput({ field, value, onChange }: OptionInputProps) {
  const { t } = useTranslation('options');
  const labelOf = useValueLabel();
  const label = t(`option.${field.name}.label`);
  const hint = t(`option.${field.name}.hint`);
  switch (field.kind) {
    case 'switch':
      return <Switch label={label} hint={hint} isOn={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <div>
          <Select
            label={label}
            value={String(value)}
            onChange={onChange}
            options={field.values.map((one) => ({ value: one, label: labelOf(one) }))}
          />
          <p className="mt-1 text-sm text-muted">{hint}</p>
        </div>
      );
    case 'choices': {
      const chosen = Array.isArray(value) ? (value as string[]) : [];
      return (
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{label}</legend>
          <p className="mb-2 text-sm text-muted">{hint}</p>
          <div className="flex flex-wrap gap-2">
            {field.values.map((one) => (
              <ToggleChip
                key={one}
                label={labelOf(one)}
                isChosen={chosen.includes(one)}
                onChange={(isChosen) =>
                  onChange(isChosen ? [...chosen, one] : chosen.filter((other) => other !== one))
                }
              />
            ))}
          </div>
        </fieldset>
      );
    }
    case 'text':
      return (
        <TextField
          label={label}
          hint={hint}
          value={typeof value === 'string' ? value : ''}
          maxLength={field.charsMax ?? undefined}
          onChange={(text) => onChange(text === '' ? field.fallback : text)}
        />
      );
  }
}
