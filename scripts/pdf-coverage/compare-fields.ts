/** Whether every value of a filled form field is in all text formats. */
import { fieldText } from '../../document/model/block-text.ts';
import { plainLetters } from './letters.ts';
import type { OutputFacts } from './output-facts.ts';
import type { PdfField } from './pdf-facts.ts';

export type FieldResult = { readonly field: PdfField; readonly missingIn: readonly string[] };

/** Readers differ in how they join the names of parents. */
const ownName = (name: string) => plainLetters(name.split('.').at(-1) ?? '');

/** Checked boxes and chosen buttons are written as the json says: a mark, or the value the button stands for. */
function writtenTexts({ page, name, values }: PdfField, found: OutputFacts): readonly string[] | null {
  if (values !== true) return values;
  const on = found.fields.filter(({ value }) => value !== null && value !== false);
  const field = on.find((one) => one.page === page && ownName(one.name) === ownName(name));
  return field ? [fieldText(field)] : null;
}

/** Texts of the json are in the order of `kids`; a checked box has its mark only in the other formats. */
export function compareFields(fields: readonly PdfField[], found: OutputFacts): FieldResult[] {
  const texts = Object.entries(found.textOf).map(([format, text]) => [format, plainLetters(text)] as const);
  return fields.map((field) => {
    const written = writtenTexts(field, found)?.map(plainLetters);
    const formats = field.values === true ? texts.filter(([format]) => format !== 'json') : texts;
    const missing = formats.filter(([, text]) => !written?.every((value) => text.includes(value)));
    return { field, missingIn: missing.map(([format]) => format) };
  });
}
