/** Chips to select the output formats. */
import type { Format } from '@octavo/sdk';
import { useTranslation } from '../i18n/use-translation.ts';
import { ToggleChip } from '../ui/toggle-chip.tsx';
import { type ChosenOptions, formats, viewerFormat } from './chosen-options.ts';

type FormatPickerProps = {
  readonly options: ChosenOptions;
  readonly onChange: (options: ChosenOptions) => void;
};

export function FormatPicker({ options, onChange }: FormatPickerProps) {
  const { t } = useTranslation();
  const chosen = options.format ?? [];
  const toggle = (format: Format, isChosen: boolean) => {
    const wanted = formats.filter((one) => (one === format ? isChosen : chosen.includes(one)));
    onChange({ ...options, format: wanted });
  };
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{t('formats.label')}</legend>
      <div className="flex flex-wrap gap-2">
        {formats.map((format) => (
          <ToggleChip
            key={format}
            label={t(`formats.${format}`)}
            isChosen={chosen.includes(format) || format === viewerFormat}
            isFixed={format === viewerFormat}
            onChange={(isChosen) => toggle(format, isChosen)}
          />
        ))}
      </div>
    </fieldset>
  );
}
