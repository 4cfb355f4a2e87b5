/** Commands, files, links and variables that a document names exist. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { configVariables } from '../server/src/config/variables.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const documents = tracked
  .split('\n')
  .filter((file) => file.endsWith('.md') && !file.includes('/fixtures/') && existsSync(join(root, file)));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const topLevel = new Set(tracked.split('\n').map((file) => file.split('/')[0]));
const sources = tracked
  .split('\n')
  .filter((file) => /\.(ts|sh|yaml)$/.test(file) && existsSync(join(root, file)))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

function textOf(document: string): string {
  return readFileSync(join(root, document), 'utf8');
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

/** `server/test/contracts/store.ts`, `scripts/`: a path is what begins with something that lies in the root. */
function pathsIn(text: string): readonly string[] {
  const quoted = matches(text, /`([\w.-]+(?:\/[\w.-]*)+)`/g);
  return quoted.filter((path) => topLevel.has(path.split('/')[0] ?? ''));
}

function anchorsOf(document: string): readonly string[] {
  return matches(textOf(document), /^#+ (.+)$/gm).map((title) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
}

describe.each(documents)('%s', (document) => {
  const text = textOf(document);

  it('names npm scripts that exist', () => {
    const named = matches(text, /npm run (?:--silent |--prefix \S+ )*([\w:-]+)/g);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names files that exist', () => {
    // What a build makes is not there before it.
    const kept = pathsIn(text).filter((path) => !/(^|\/)dist(\/|$)/.test(path));
    expect(kept.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('links to files and headings that exist', () => {
    // A code block shows text, such as the output of a conversion; nothing in it is a link.
    const prose = text.replace(/^(`{3,}).*\n[\s\S]*?^\1$/gm, '');
    const links = matches(prose, /\]\(([^)\s]+)\)/g).filter((link) => !/^[a-z]+:/.test(link));
    const broken = links.filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? document : join(dirname(document), file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names variables that the program reads', () => {
    const known = Object.values(configVariables).flatMap((group) =>
      Object.values(group).map((variable): string => variable.name),
    );
    const named = matches(text, /\b(OCTAVO_[A-Z0-9_]*[A-Z0-9])\b/g);
    expect(named.filter((name) => !known.includes(name) && !sources.includes(`'${name}'`))).toEqual([]);
  });
});

it('includes the documents that new users read first', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md']),
  );
});

it('quotes figures of the fidelity report in the README', () => {
  const report = textOf('docs/reference/fidelity.md');
  const [, section = ''] = textOf('README.md').split('## Fidelity');
  const figures = matches(section.split('\n## ')[0] ?? '', /\| (\d\.\d{3}) (?=\|)/g);
  expect(figures).toHaveLength(18);
  expect(figures.filter((figure) => !report.includes(`| ${figure} |`))).toEqual([]);
});

it('has no relative link in the changelog, which is also a page of the site, in another directory', () => {
  expect(matches(textOf('CHANGELOG.md'), /\]\(((?![a-z]+:)[^)]+)\)/g)).toEqual([]);
});

it('leads from the guide to every conversion option', () => {
  const { components } = JSON.parse(textOf('server/openapi.json')) as {
    components: { schemas: { ParserOptionsInput: { properties: object } } };
  };
  const guide = textOf('docs/guides/conversion-options.md');
  const options = Object.keys(components.schemas.ParserOptionsInput.properties);
  expect(options.filter((name) => !guide.includes(`options.md#${name})`))).toEqual([]);
});
