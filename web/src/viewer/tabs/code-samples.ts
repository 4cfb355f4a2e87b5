/** Builds the code samples that create a job: curl, TypeScript, Python and CLI. */
import type { ChosenOptions } from '../../options/chosen-options.ts';

export type SampleInput = {
  readonly baseUrl: string;
  readonly fileName: string;
  readonly jobId: string;
  readonly options: ChosenOptions;
};

/** In single quotes the shell interprets nothing but the quote itself. */
export function shellQuoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** curl interprets `;` and `,` in file names unless they are quoted again. */
function curlFile(fileName: string): string {
  const isPlain = /^[\w@%+=:./ -]+$/.test(fileName);
  return isPlain ? `file=@${fileName}` : `file=@"${fileName.replace(/[\\"]/g, '\\$&')}"`;
}

export function curlSample({ baseUrl, fileName, options }: SampleInput): string {
  const hasOptions = Object.keys(options).length > 0;
  return [
    `curl ${shellQuoted(`${baseUrl}/jobs`)} \\`,
    '  -H "X-Api-Key: $OCTAVO_API_KEY" \\',
    `  -F ${shellQuoted(curlFile(fileName))}${hasOptions ? ' \\' : ''}`,
    ...(hasOptions ? [`  -F ${shellQuoted(`options=${JSON.stringify(options)}`)}`] : []),
  ].join('\n');
}

export function curlResultSample({ baseUrl, jobId }: SampleInput, format: string): string {
  return [
    `curl ${shellQuoted(`${baseUrl}/jobs/${jobId}/download/${format}`)} \\`,
    '  -H "X-Api-Key: $OCTAVO_API_KEY" -OJ',
  ].join('\n');
}

const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  return Array.isArray(value) ? `[${value.map(literal).join(', ')}]` : JSON.stringify(value);
}

export function typescriptSample({ baseUrl, fileName, options }: SampleInput): string {
  const entries = Object.entries(options).map(([name, value]) => `  ${name}: ${literal(value)},`);
  return [
    "import { Octavo } from '@octavo/sdk';",
    '',
    `const octavo = new Octavo({ baseUrl: ${quoted(baseUrl)} });`,
    ...(entries.length === 0
      ? [`const result = await octavo.convert(${quoted(fileName)});`]
      : [`const result = await octavo.convert(${quoted(fileName)}, {`, ...entries, '});']),
  ].join('\n');
}

/** JSON is Python, but for these names. */
function pythonLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null ? 'None' : JSON.stringify(value);
}

export function pythonSample({ baseUrl, fileName, options }: SampleInput): string {
  const entries = Object.entries(options).map(([name, value]) => `    ${name}=${pythonLiteral(value)},`);
  const file = pythonLiteral(fileName);
  return [
    'from octavo import Octavo',
    '',
    `client = Octavo(base_url=${pythonLiteral(baseUrl)})`,
    ...(entries.length === 0
      ? [`result = client.convert(${file})`]
      : ['result = client.convert(', `    ${file},`, ...entries, ')']),
  ].join('\n');
}

function cliValue(value: unknown): string {
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

export function cliSample({ baseUrl, fileName, options }: SampleInput): string {
  const { format = ['markdown', 'json'], pages, ...rest } = options;
  const flags = [
    `-f ${format.join(',')}`,
    ...(typeof pages === 'string' ? [`--pages ${shellQuoted(pages)}`] : []),
    ...Object.entries(rest).map(([name, value]) => `-O ${shellQuoted(`${name}=${cliValue(value)}`)}`),
  ];
  return [
    `export OCTAVO_BASE_URL=${shellQuoted(baseUrl)}`,
    `octavo convert ${shellQuoted(fileName)} ${flags.join(' ')}`,
  ].join('\n');
}
