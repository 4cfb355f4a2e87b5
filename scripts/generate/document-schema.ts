/** The JSON Schema of the json output, as the documentation site publishes it. */
import { publishedSchema } from '../../document/schema/document-schema.ts';

export const documentSchemaFile = (): string => `${JSON.stringify(publishedSchema, null, 2)}\n`;
