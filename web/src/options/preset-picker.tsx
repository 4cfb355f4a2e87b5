/** Applies a preset to the options, or saves the options as one. */
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast-store.ts';
import type { ChosenOptions } from './chosen-options.ts';
import { presetNameMax, presetOf, presetsMax, savePreset, usePresets, withPreset } from './presets.ts';

type PresetPickerProps = {
  readonly options: ChosenOptions;
  readonly onChange: (options: ChosenOptions) => void;
};

function SavePreset({ options }: Pick<PresetPickerProps, 'options'>) {
  const { t } = useTranslation('options');
  const [typed, setTyped] = useState('');
  const presets = usePresets();
  const name = typed.trim();
  const isFull = presets.length >= presetsMax && presets.every((preset) => preset.name !== name);
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        savePreset(name, options);
        showToast({ tone: 'success', text: t('preset.saved', { name }) });
        setTyped('');
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField label={t('preset.name')} maxLength={presetNameMax} value={typed} onChange={setTyped} />
      </div>
      <Button type="submit" disabled={name === '' || isFull}>
        {t('preset.save')}
      </Button>
    </form>
  );
}

export function PresetPicker({ options, onChange }: PresetPickerProps) {
  const { t } = useTranslation('options');
  const presets = usePresets();
  const apply = (name: string) => {
    const preset = presets.find((one) => one.name === name);
    if (preset !== undefined) onChange(withPreset(preset, options));
  };
  return (
    <div className="grid gap-4">
      {presets.length > 0 && (
        <Select
          label={t('preset.label')}
          value={presetOf(options, presets)?.name ?? ''}
          onChange={apply}
          options={[
            { value: '', label: t('preset.none') },
            ...presets.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      )}
      <SavePreset options={options} />
    </div>
  );
}
