/** A curl command for an operation, from the examples of the OpenAPI document. */
import type { Operation, Parameter } from './api-document.ts';

const exampleOf = ({ example, schema }: Parameter) => String(example ?? schema.enum?.[0] ?? '');

function pathOf({ path, parameters = [] }: Operation): string {
  const named = (name: string) => parameters.find((parameter) => parameter.name === name);
  return path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = named(name);
    return parameter ? exampleOf(parameter) : whole;
  });
}

function bodyOf({ requestBody }: Operation): readonly string[] {
  const [content] = Object.entries(requestBody?.content ?? {});
  if (!content) return [];
  const [type, { example }] = content;
  if (type === 'application/json')
    return [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example)}'`];
  return Object.entries(example as Record<string, unknown>).map(([name, value]) =>
    name === 'file' ? `-F file=${String(value)}` : `-F '${name}=${JSON.stringify(value)}'`,
  );
}

const isStream = ({ responses }: Operation) => 'text/event-stream' in (responses['200']?.content ?? {});
const isFile = ({ responses }: Operation) => 'Content-Disposition' in (responses['200']?.headers ?? {});

/** The routes of share links take the token of a link instead of a key. */
function credentialsOf({ security }: Operation): readonly string[] {
  if (security?.length === 0) return [];
  const isShared = security?.some((scheme) => 'share' in scheme) ?? false;
  return [isShared ? `-H "Authorization: Bearer $TOKEN"` : `-H "X-Api-Key: $API_KEY"`];
}

export function curlOf(operation: Operation): string {
  const { method } = operation;
  const isPlain = method === 'get' || (method === 'post' && operation.requestBody !== undefined);
  const start = [
    'curl -sS',
    isPlain ? '' : `-X ${method.toUpperCase()}`,
    isStream(operation) ? '-N' : '',
    isFile(operation) ? '-O -J' : '',
    `"$OCTAVO_URL${pathOf(operation)}"`,
  ];
  const parts = [...credentialsOf(operation), ...bodyOf(operation)];
  return [start.filter((part) => part !== '').join(' '), ...parts].join(' \\\n  ');
}
