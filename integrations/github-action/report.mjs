/** Reads the events of a batch; writes outputs, a summary, and an annotation for each file that failed. */
import { appendFileSync, readFileSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);
const events = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{'))
  .map((line) => JSON.parse(line));

/** As the runner wants it in a message and, with more characters, in a property. */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text) => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
const cell = (text) =>
  text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');

const append = (variable, text) => {
  const path = process.env[variable];
  if (path) appendFileSync(path, text);
};

const failures = events.filter(({ event }) => event === 'failed');
for (const { file: name, error } of failures) {
  process.stdout.write(`::error file=${property(name)},title=Not converted::${escaped(error.message)}\n`);
}

const {
  converted = 0,
  skipped = 0,
  failed = 0,
  pages = 0,
} = events.find(({ event }) => event === 'finished') ?? {};
const counts = { converted, skipped, failed, pages };
append(
  'GITHUB_OUTPUT',
  Object.entries(counts)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(''),
);

const rows = failures.map(({ file: name, error }) => `| ${cell(name)} | ${cell(error.message)} |\n`);
const table = rows.length === 0 ? '' : `\n| not converted | why |\n|---|---|\n${rows.join('')}`;
append(
  'GITHUB_STEP_SUMMARY',
  `### Octavo\n\n${converted} converted (${pages} pages), ${skipped} up to date, ${failed} failed.\n${table}`,
);
