/** Reads the `json` result: from its text, or from a value that is already parsed. */
import { DocumentSchemaError, InputError } from '../errors/octavo-error.ts';
import { camelCased } from './camel-cased.ts';
import type { ParsedDocument } from './node.ts';

const schema = 'octavo-document/1';

function parsed(json: unknown): unknown {
  if (typeof json !== 'string') return json;
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new InputError('This is not valid JSON.', 'Check that the file is complete.', { cause });
  }
}

/** Throws a `DocumentSchemaError` if it is something else, such as the json of a server before `octavo-document/1`. */
export function parseDocument(json: unknown): ParsedDocument {
  const value = parsed(json);
  const found = (value as { readonly schema?: unknown } | null | undefined)?.schema;
  if (found !== schema) {
    throw new DocumentSchemaError(
      `This JSON has the schema ${JSON.stringify(found) ?? 'of an older version'}, not "${schema}".`,
      'Convert the document again, or use the SDK version that matches your server.',
    );
  }
  return camelCased(value) as ParsedDocument;
}
