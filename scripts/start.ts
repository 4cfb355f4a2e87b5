/** `npm start`: API and worker side by side, for a single machine without a supervisor of its own. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureHostJar } from '../server/src/engine/host-jar.ts';
import { nodeArguments, nodeEnvironment } from './launch.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'usage: npm start\n\nRuns the API and a worker until one of them ends or Ctrl+C; settings: docs/reference/configuration.md\n',
  );
  process.exit();
}

// Both processes need it and would compile it at the same time. They report a failure themselves.
await ensureHostJar().catch(() => undefined);

const children = ['api', 'worker'].map((name) => {
  const script = fileURLToPath(new URL(`../server/src/start/${name}.ts`, import.meta.url));
  const env = { ...nodeEnvironment, ...process.env };
  return spawn(process.execPath, [...nodeArguments, script], { stdio: 'inherit', env });
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
for (const child of children) {
  child.on('exit', (code) => {
    // Ends both, so that a supervisor notices and restarts the whole service.
    for (const other of children) other.kill('SIGTERM');
    process.exitCode ||= code ?? 1;
  });
}
