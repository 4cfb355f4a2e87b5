/** Runs one measurement by name: `npm run bench -- engine [arguments]`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const name = process.argv[2] ?? '';
const path = join(import.meta.dirname, `${name}.ts`);
if (!/^[a-z-]+$/.test(name) || name === 'run' || !existsSync(path)) {
  const known = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && file !== 'run.ts');
  process.stderr.write(`Name a measurement: ${known.map((file) => file.replace('.ts', '')).join(', ')}\n`);
  process.exit(2);
}
await import(path);
