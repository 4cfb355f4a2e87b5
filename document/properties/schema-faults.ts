/** Validates json against the published schema with Ajv, as a client would. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { publishedSchema } from '../schema/document-schema.ts';

const validate = new Ajv2020({ strict: false }).compile(JSON.parse(JSON.stringify(publishedSchema)));

export function schemaFaults(document: unknown): readonly string[] {
  if (validate(document)) return [];
  return (validate.errors ?? []).slice(0, 3).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
