/** Refuses arguments that a tool does not take, in words that a model can act on. */
import { Compile, type Validator } from 'typebox/compile';
import { DocumentError } from './document-source.ts';
import type { Tool } from './tools/tool.ts';

type Property = {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly examples?: readonly string[];
  readonly anyOf?: readonly { readonly const?: unknown }[];
};

/** Compiled once: a server is made for each request. */
const validators = new WeakMap<object, Validator>();

function validatorOf(schema: Tool['input']): Validator {
  const known = validators.get(schema) ?? Compile(schema);
  validators.set(schema, known);
  return known;
}

/** What an argument must be; the tools have whole numbers, texts and names from a list. */
function expected({ type, minimum, maximum, maxLength, examples, anyOf }: Property): string {
  if (anyOf) return `one of ${anyOf.map((one) => JSON.stringify(one.const)).join(', ')}`;
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`;
  if (examples) return `a text such as ${examples.map((one) => JSON.stringify(one)).join(', ')}`;
  return `a text of 1 to ${maxLength} characters`;
}

function faultText(name: string, args: Readonly<Record<string, unknown>>, { input, name: tool }: Tool) {
  const { properties } = input as unknown as { readonly properties: Readonly<Record<string, Property>> };
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!property) return `${tool} has no argument ${name}; it has ${Object.keys(properties).join(', ')}.`;
  const missing = args[name] === undefined ? ' is missing; it' : '';
  return `${name}${missing} must be ${expected(property)}.`;
}

export function checkArguments(tool: Tool, args: unknown): void {
  const faults = validatorOf(tool.input).Errors(args);
  if (faults.length === 0) return;
  const names = faults.flatMap(({ instancePath, params }) => {
    const { requiredProperties = [], additionalProperties = [] } = params as Record<string, string[]>;
    const [, name] = instancePath.split('/');
    return [...requiredProperties, ...additionalProperties, ...(name === undefined ? [] : [name])];
  });
  const given = args as Readonly<Record<string, unknown>>;
  const texts = [...new Set(names)].map((name) => faultText(name, given, tool));
  throw new DocumentError('invalid_arguments', texts.join(' '));
}
