/** Values of options, read from the command line and refused there if they cannot be right. */
import { InvalidArgumentError } from 'commander';

export const formats = ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'] as const;

export type FormatName = (typeof formats)[number];

export const jobStatuses = ['pending', 'processing', 'done', 'failed'] as const;

const shortNames: Readonly<Record<string, FormatName>> = { md: 'markdown', txt: 'text' };

function listOf<Name extends string>(known: readonly Name[], aliases: Readonly<Record<string, Name>> = {}) {
  return (value: string, earlier: readonly Name[] | undefined): readonly Name[] => {
    const names = value.split(',').map((name) => aliases[name.trim()] ?? name.trim());
    const unknown = names.find((name) => !known.includes(name as Name));
    if (unknown !== undefined) {
      throw new InvalidArgumentError(`"${unknown}" is none of ${known.join(', ')}.`);
    }
    return [...new Set([...(earlier ?? []), ...(names as Name[])])];
  };
}

/** Comma-separated, and the option may be repeated. */
export const formatList = listOf(formats, shortNames);
export const statusList = listOf(jobStatuses);

export function positiveInteger(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) {
    throw new InvalidArgumentError('It must be a whole number above 0.');
  }
  return number;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `90s`, `10m`, `2h`; a number alone is in seconds. */
export function duration(value: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(value.trim()) ?? [];
  const ms = Number(amount) * (unitMs[unit] ?? Number.NaN);
  if (!(ms > 0)) throw new InvalidArgumentError('It must be a time such as 90s, 10m or 2h.');
  return ms;
}

export function date(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new InvalidArgumentError('It must be a day such as 2026-11-30.');
  }
  return value;
}

/** `YYYY-MM-DD` or a full timestamp. */
export function timestamp(value: string): string {
  const at = Date.parse(value);
  if (Number.isNaN(at)) {
    throw new InvalidArgumentError('It must be a time such as 2026-11-30 or 2026-11-30T12:00:00Z.');
  }
  return new Date(at).toISOString();
}

/** `name=value` of a parser option: true, false, null and lists are meant as such, all else is text. */
export function parserOption(value: string, earlier: Readonly<Record<string, unknown>> | undefined) {
  const at = value.indexOf('=');
  const name = value.slice(0, at).trim().replaceAll('-', '_');
  if (at < 1 || name === '') throw new InvalidArgumentError('It must be name=value, such as sanitize=true.');
  if (name === 'format' || name === 'pages' || name === 'password') {
    throw new InvalidArgumentError(`${name} has options of its own.`);
  }
  return { ...earlier, [name]: optionValue(value.slice(at + 1)) };
}

function optionValue(text: string): unknown {
  if (/^(true|false|null)$/.test(text)) return JSON.parse(text);
  if (!text.startsWith('[')) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('A list must be written as JSON, such as \'["tiny","off-page"]\'.');
  }
}
