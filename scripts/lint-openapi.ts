/** Lints the OpenAPI document with the rules of redocly.yaml; any problem fails. Part of `npm run check`. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function lintOpenApi(file: string): Promise<{ errors: number; warnings: number }> {
  const config = await loadConfig({ configPath: join(root, 'redocly.yaml') });
  const problems = await lint({ ref: file, config });
  const totals = getTotals(problems);
  formatProblems(problems, { totals, cwd: root, version: '' });
  return { errors: totals.errors, warnings: totals.warnings };
}

if (import.meta.main) {
  const { errors, warnings } = await lintOpenApi(join(root, 'server/openapi.json'));
  console.log(`server/openapi.json: ${errors} errors, ${warnings} warnings`);
  process.exitCode = errors + warnings > 0 ? 1 : 0;
}
