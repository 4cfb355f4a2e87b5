/** Checks the import graph of the dashboard: no cycles, independent pages, API access through the SDK only. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser';
import { afterEach, describe, expect, it } from 'vitest';

/** One directory per page. Code that two pages need belongs in a shared directory. */
const pages = ['home', 'jobs', 'keys', 'plan', 'settings', 'usage', 'viewer', 'webhooks'] as const;

/** Directories that pages share. */
const shared = [
  'api',
  'format',
  'i18n',
  'options',
  'pdf',
  'session',
  'shell',
  'styles',
  'theme',
  'ui',
  'upload',
] as const;

/** Files that make requests without the SDK, none of them to the API. */
const fetchAllowed = [
  'home/drop-card.tsx', // the sample document
  'jobs/use-deletions.ts', // wraps `fetch` for the SDK
  'session/config.ts', // config.json
  'shell/load-chunk.ts', // config.json
  'viewer/sample/sample-files.ts', // the sample and its results
];
const requests = /(?<![\w.])(?:fetch|sendBeacon)\(|new (?:XMLHttpRequest|EventSource|WebSocket)\b/;

const anyPage = `(^|/)src/(${pages.join('|')})/`;
const tests = '\\.test\\.tsx?$';

const rules: IForbiddenRuleType[] = [
  ...pages.map(
    (page): IForbiddenRuleType => ({
      name: `page ${page} imports no other page`,
      severity: 'error',
      from: { path: `(^|/)src/${page}/` },
      to: { path: anyPage, pathNot: `(^|/)src/${page}/` },
    }),
  ),
  {
    name: 'shared code imports no page',
    severity: 'error',
    from: { path: `(^|/)src/(${shared.join('|')})/` },
    to: { path: anyPage },
  },
  {
    name: 'ui imports only i18n',
    severity: 'error',
    from: { path: '(^|/)src/ui/', pathNot: tests },
    to: { path: '^src/', pathNot: '^src/(ui|i18n)/' },
  },
  {
    name: 'the API is reached through the SDK entry point',
    severity: 'error',
    from: { path: '(^|/)src/' },
    to: { path: '(^|/)(server|cli)/|(^|/)sdk/(?!src/index\\.ts$|dist/index\\.)' },
  },
  { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'imports resolve', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'sources do not import tests',
    severity: 'error',
    from: { path: '(^|/)src/', pathNot: tests },
    to: { path: tests },
  },
];

/** One readable line for each violation below a directory that has a `src` folder. */
async function importViolations(directory: string): Promise<readonly string[]> {
  const { output } = await cruise(
    ['src'],
    {
      baseDir: directory,
      ruleSet: { forbidden: rules },
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules|(^|/)sdk/' },
    },
    {
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.json', '.css'],
      conditionNames: ['octavo-source', 'import', 'module', 'browser', 'default', 'types'],
      exportsFields: ['exports'],
    },
  );
  const { summary, modules } = output as ICruiseResult;
  if (modules.length === 0) throw new Error(`no modules below ${directory}`);
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

/** Source files below `src` that make requests themselves and are not allowed to. */
function directRequests(directory: string): readonly string[] {
  return readdirSync(join(directory, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !new RegExp(tests).test(file) &&
      !fetchAllowed.includes(file) &&
      requests.test(readFileSync(join(directory, 'src', file), 'utf8')),
  );
}

describe('the dashboard', () => {
  const web = fileURLToPath(new URL('..', import.meta.url));

  it('has no import cycles, and pages do not import each other', async () => {
    expect(await importViolations(web)).toEqual([]);
  }, 120_000);

  it('has only directories that the rules cover', () => {
    const found = readdirSync(join(web, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    expect(found.map(({ name }) => name).sort()).toEqual([...pages, ...shared].sort());
  });

  it('calls the API through the SDK only', () => {
    expect(directRequests(web)).toEqual([]);
  });
});

describe('a planted violation is found:', () => {
  let planted: string;
  afterEach(() => rmSync(planted, { recursive: true }));

  function plant(files: Record<string, string>): string {
    planted = mkdtempSync(join(tmpdir(), 'octavo-web-graph-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(planted, path)), { recursive: true });
      writeFileSync(join(planted, path), text);
    }
    return planted;
  }

  it('a page that imports another page, even for a type', async () => {
    const directory = plant({
      'src/home/home-page.tsx': "import type { Row } from '../jobs/row.ts';\nexport const row: Row = '';",
      'src/jobs/row.ts': 'export type Row = string;',
    });
    expect(await importViolations(directory)).toEqual([
      'page home imports no other page: src/home/home-page.tsx -> src/jobs/row.ts',
    ]);
  });

  it('shared code that imports a page', async () => {
    const directory = plant({
      'src/upload/upload.ts': "import { row } from '../jobs/row.ts';\nexport const upload = row;",
      'src/jobs/row.ts': 'export const row = 1;',
    });
    expect(await importViolations(directory)).toEqual([
      'shared code imports no page: src/upload/upload.ts -> src/jobs/row.ts',
    ]);
  });

  it('a cycle', async () => {
    const directory = plant({
      'src/format/a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
      'src/format/b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
    });
    expect(await importViolations(directory)).toContain('no cycles: src/format/a.ts -> src/format/b.ts');
  });

  it('code of the server, or an inner module of the SDK', async () => {
    const directory = plant({
      'src/api/jobs.ts':
        "export { job } from '../../server/job.ts';\nexport { get } from '../../sdk/src/get.ts';",
      'server/job.ts': 'export const job = 1;',
      'sdk/src/get.ts': 'export const get = 1;',
    });
    expect(await importViolations(directory)).toHaveLength(2);
  });

  it('a request without the SDK', () => {
    const directory = plant({ 'src/jobs/list.ts': "export const list = () => fetch('/jobs');" });
    expect(directRequests(directory)).toEqual(['jobs/list.ts']);
  });
});
