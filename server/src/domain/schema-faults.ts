/** Converts errors of a JSON Schema validator into faults with their place in the request. */
import type { Fault } from './errors.ts';
import { storableText } from './schema-parts.ts';

export type SchemaFault = {
  readonly instancePath: string;
  readonly message?: string | undefined;
  readonly keyword?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

function segments(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));
}

const formatTexts: Readonly<Record<string, string>> = {
  date: 'must be a date such as 2026-11-30',
  'date-time': 'must be a date and time with its offset, such as 2026-11-30T12:00:00Z',
};

function textOf(fault: SchemaFault): string {
  const allowed = fault.params?.['allowedValues'];
  if (Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  if (fault.keyword === 'additionalProperties' || fault.keyword === 'boolean') return 'is not known';
  if (fault.keyword === 'required') return 'is required';
  if (fault.params?.['pattern'] === storableText) return 'must not hold NUL or broken Unicode characters';
  const format = formatTexts[String(fault.params?.['format'])];
  if (fault.keyword === 'format' && format !== undefined) return format;
  return fault.message ?? 'is not valid';
}

/** The members that a fault is about, if any. */
function membersOf({ params = {} }: SchemaFault): readonly string[] {
  const named = params['missingProperty'] ?? params['additionalProperty'];
  const several = params['requiredProperties'] ?? params['additionalProperties'];
  if (typeof named === 'string') return [named];
  return Array.isArray(several) ? several : [];
}

export function toFaults(faults: readonly SchemaFault[], place: string): readonly Fault[] {
  const all = faults.flatMap((fault): Fault[] => {
    const loc = [place, ...segments(fault.instancePath)];
    const members = membersOf(fault);
    const msg = textOf(fault);
    return members.length > 0 ? members.map((member) => ({ loc: [...loc, member], msg })) : [{ loc, msg }];
  });
  // Each alternative of a union reports an error; only the first per place is kept.
  return all.filter((fault, at) => all.findIndex((other) => other.loc.join() === fault.loc.join()) === at);
}
