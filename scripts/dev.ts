/** `npm run dev`: API and worker side by side, each restarted when its code changes, both ended together. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureHostJar } from '../server/src/engine/host-jar.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm run dev\n\nRuns the API and a worker, and restarts each when its code changes.\n',
  );
  process.exit();
}

// Both processes need it and would compile it at the same time. They report a failure themselves.
await ensureHostJar().catch(() => undefined);

const entryPoints = ['api', 'worker'];
const children = entryPoints.map((name) => {
  const script = fileURLToPath(new URL(`../server/src/start/${name}.ts`, import.meta.url));
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', script], { stdio: 'inherit' });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill();
    process.exitCode = code ?? 1;
  });
}
