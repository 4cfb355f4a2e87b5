/** `npm test`: the tests of one project of vitest.config.ts, or the Java tests. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const rings = {
  unit: 'needs no service (the default)',
  integration: 'runs on the real services; starts the set `test` if it is not up',
  engine: 'runs real JVMs in their sandbox; some tests need root to mount small disks',
  host: 'JUnit tests of the Java engine host',
};

const usage = `usage: npm test [-- unit|integration|engine|host] [path…] [options of Vitest]

${Object.entries(rings)
  .map(([name, about]) => `  ${name.padEnd(13)}${about}`)
  .join('\n')}

The whole service is tested by npm run test:e2e, npm run faults and npm run security.
`;

const asked = process.argv.slice(2);
if (asked.includes('--help') || asked.includes('-h')) process.stdout.write(usage);
else {
  const [first = ''] = asked;
  const isRing = Object.hasOwn(rings, first);
  const rest = asked.slice(isRing ? 1 : 0);
  const [program, args] =
    first === 'host'
      ? [process.execPath, ['scripts/test-engine-host.ts', ...rest]]
      : ['vitest', ['run', '--project', isRing && first !== 'unit' ? first : 'unit*', ...rest]];
  const root = fileURLToPath(new URL('..', import.meta.url));
  process.exitCode = spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
