/** The form for all parser options, generated from the API schema: basic options on the first tab, the rest on the second. */
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { TextField } from '../ui/text-field.tsx';
import { readPageSelection } from '../upload/page-selection.ts';
import { fallbackOf, type OptionName, withOption } from './changed-options.ts';
import type { ChosenOptions } from './chosen-options.ts';
import { FormatPicker } from './format-picker.tsx';
import { optionFields } from './generated/option-fields.ts';
import { OptionInput } from './option-input.tsx';
import { PresetPicker } from './preset-picker.tsx';

type OptionsFormProps = {
  readonly options: ChosenOptions;
  readonly onChange: (options: ChosenOptions) => void;
};

/** These have their own fields above the generated ones. */
const customFields: readonly OptionName[] = ['format', 'pages'];
const basicFields: readonly OptionName[] = ['include_header_footer', 'keep_line_breaks', 'sanitize'];

const fieldsOf = (isBasic: boolean) =>
  optionFields.filter(({ name }) => !customFields.includes(name) && basicFields.includes(name) === isBasic);

function Fields({ options, onChange, isBasic }: OptionsFormProps & { readonly isBasic: boolean }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {fieldsOf(isBasic).map((field) => (
        <OptionInput
          key={field.name}
          field={field}
          value={options[field.name] ?? fallbackOf(field.name)}
          onChange={(value) => onChange(withOption(options, field.name, value))}
        />
      ))}
    </div>
  );
}

export function OptionsForm({ options, onChange }: OptionsFormProps) {
  const { t } = useTranslation('options');
  const [tab, setTab] = useState<'simple' | 'advanced'>('simple');
  const isPagesInvalid = readPageSelection(options.pages).kind === 'invalid';
  return (
    <Tabs
      label={t('title')}
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'simple', label: t('simple') },
        { value: 'advanced', label: t('advanced') },
      ]}
    >
      <TabPanel value="simple" className="flex flex-col gap-5 pt-5">
        <PresetPicker options={options} onChange={onChange} />
        <FormatPicker options={options} onChange={onChange} />
        <TextField
          label={t('option.pages.label')}
          value={options.pages ?? ''}
          placeholder="1,3,5-7"
          hint={t('option.pages.hint')}
          error={isPagesInvalid ? t('pagesInvalid') : undefined}
          onChange={(pages) => onChange(withOption(options, 'pages', pages === '' ? null : pages))}
        />
        <Fields options={options} onChange={onChange} isBasic />
      </TabPanel>
      <TabPanel value="advanced" className="pt-5">
        <Fields options={options} onChange={onChange} isBasic={false} />
      </TabPanel>
    </Tabs>
  );
}
