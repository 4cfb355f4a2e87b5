/** `npm run check`: Biome, the type checker and the OpenAPI linter; `--fix` applies what Biome can fix. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const usage = `usage: npm run check [-- --fix]

Runs Biome, the type checker of every workspace and the linter of the OpenAPI document, and stops at the first that
fails.
  --fix   applies what Biome can fix by itself, and nothing else
`;

const root = fileURLToPath(new URL('..', import.meta.url));
const projects = ['tsconfig.json', 'sdk', 'cli', 'web', 'e2e/web'];

const isFine = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status === 0;

/** A second check reads again only what depends on changed files. */
const incremental = (project: string) => [
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/check/${project.replaceAll('/', '-')}.tsbuildinfo`,
];

const { values } = parseArgs({
  options: { fix: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) process.stdout.write(usage);
else if (values.fix) process.exitCode = isFine('biome', 'check', '--write', '.') ? 0 : 1;
else {
  const isClean =
    isFine('biome', 'check', '.') &&
    projects.every((project) => isFine('tsc', '--noEmit', '-p', project, ...incremental(project))) &&
    isFine(process.execPath, 'scripts/lint-openapi.ts');
  process.exitCode = isClean ? 0 : 1;
}
