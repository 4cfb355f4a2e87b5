/** Parser options without the values that equal the default. */
import type { ChosenOptions } from './chosen-options.ts';
import { optionFields } from './generated/option-fields.ts';

export type OptionField = (typeof optionFields)[number];
export type OptionName = OptionField['name'];

const fallbacks = new Map<string, unknown>(optionFields.map(({ name, fallback }) => [name, fallback]));

export function fallbackOf(name: OptionName): unknown {
  return fallbacks.get(name);
}

export function withOption(options: ChosenOptions, name: OptionName, value: unknown): ChosenOptions {
  const { [name]: _, ...rest } = options;
  const isDefault = JSON.stringify(value) === JSON.stringify(fallbacks.get(name));
  return isDefault && name !== 'format' ? rest : { ...rest, [name]: value };
}

/** The options of a job that differ from the defaults. */
export function changedOptions(options: Readonly<Record<string, unknown>>): ChosenOptions {
  let changed: ChosenOptions = {};
  for (const { name } of optionFields) changed = withOption(changed, name, options[name]);
  // Its default depends on the formats, so a value that the formats imply was not chosen by the user.
  const { image_output: output, ...rest } = changed;
  const isImplied = output === 'external' && rest.format?.includes('images');
  return isImplied ? rest : changed;
}
