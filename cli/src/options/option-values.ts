/** Parses and validates the values of command-line options. */
import type { Format, JobStatus, TextFormat } from '@octavo/sdk';
import { InvalidArgumentError } from 'commander';

/** Listed here, not taken from the SDK, because `--help` must not load the SDK. A test compares them. */
export const formats = [
  'markdown',
  'json',
  'html',
  'text',
  'tagged-pdf',
  'annotated-pdf',
  'images',
] as const satisfies readonly Format[];

export type FormatName = Format;

export const jobStatuses = [
  'pending',
  'processing',
  'done',
  'failed',
] as const satisfies readonly JobStatus[];

const textFormatAliases: Readonly<Record<string, TextFormat>> = { md: 'markdown', txt: 'text' };
const formatAliases: Readonly<Record<string, FormatName>> = textFormatAliases;

function listOf<Name extends string>(known: readonly Name[], aliases: Readonly<Record<string, Name>> = {}) {
  return (value: string, earlier: readonly Name[] | undefined): readonly Name[] => {
    const names = value.split(',').map((name) => aliases[name.trim()] ?? name.trim());
    const unknown = names.find((name) => !known.includes(name as Name));
    if (unknown !== undefined) {
      throw new InvalidArgumentError(`Choose from: ${known.join(', ')}.`);
    }
    return [...new Set([...(earlier ?? []), ...(names as Name[])])];
  };
}

/** Comma-separated. The option may be repeated. */
export const formatList = listOf(formats, formatAliases);
/** Formats that can be added to a job that is done. */
export const textFormatList = listOf<TextFormat>(['markdown', 'json', 'html', 'text'], textFormatAliases);
export const statusList = listOf(jobStatuses);

export function positiveInteger(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) {
    throw new InvalidArgumentError('It must be a whole number greater than 0.');
  }
  return number;
}

export function count(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, or 0.');
  return Number(value);
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `90s`, `10m`, `2h`; a number without a unit is in seconds. */
export function duration(value: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(value.trim()) ?? [];
  const ms = Number(amount) * (unitMs[unit] ?? Number.NaN);
  if (!(ms > 0)) throw new InvalidArgumentError('It must be a duration such as 90s, 10m or 2h.');
  return ms;
}

export function date(value: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new InvalidArgumentError('It must be a date such as 2026-11-30.');
  }
  return value;
}

/** `YYYY-MM-DD` or a full timestamp. */
export function timestamp(value: string): string {
  const at = Date.parse(value);
  if (Number.isNaN(at)) {
    throw new InvalidArgumentError('It must be a date or time such as 2026-11-30 or 2026-11-30T12:00:00Z.');
  }
  return new Date(at).toISOString();
}

/** `name=value` of a parser option. true, false, null and JSON lists are parsed; everything else is text. */
export function parserOption(value: string, earlier: Readonly<Record<string, unknown>> | undefined) {
  const at = value.indexOf('=');
  const name = value.slice(0, at).trim().replaceAll('-', '_');
  if (at < 1 || name === '') throw new InvalidArgumentError('It must be name=value, such as sanitize=true.');
  if (name === 'format' || name === 'pages' || name === 'password') {
    throw new InvalidArgumentError(`Use the option --${name} instead.`);
  }
  return { ...earlier, [name]: optionValue(value.slice(at + 1)) };
}

function optionValue(text: string): unknown {
  if (/^(true|false|null)$/.test(text)) return JSON.parse(text);
  if (!text.startsWith('[')) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('A list must be valid JSON, such as \'["tiny","off-page"]\'.');
  }
}
