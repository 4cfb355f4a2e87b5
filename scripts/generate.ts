/** `npm run generate`: writes the generated files. With `--check` it writes nothing and fails if a file differs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { apiPages } from './generate/api-pages.ts';
import { benchPages } from './generate/bench-pages.ts';
import { cliPage } from './generate/cli.ts';
import { configurationPage, envExample } from './generate/configuration.ts';
import { dashboard } from './generate/dashboard.ts';
import { dashboardOptions } from './generate/dashboard-options.ts';
import { databaseTypes } from './generate/database-types.ts';
import { documentSchemaFile } from './generate/document-schema.ts';
import { errorsPage } from './generate/errors.ts';
import { licencesPage } from './generate/licences.ts';
import { openApiDocument } from './generate/openapi.ts';
import { optionsPage } from './generate/options-page.ts';
import { pythonSyncFiles } from './generate/python-sync.ts';
import { pythonErrorCodes, pythonTypes } from './generate/python-types.ts';
import { sdkErrorCodes, sdkTypes } from './generate/sdk.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const generated: Record<string, () => string | Promise<string>> = {
  '.env.example': envExample,
  'deploy/grafana/octavo.json': dashboard,
  'docs/public/schemas/octavo-document-1.json': documentSchemaFile,
  'docs/reference/configuration.md': configurationPage,
  'docs/reference/cli.md': cliPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/licences.md': licencesPage,
  'docs/reference/options.md': optionsPage,
  ...(await apiPages()),
  'server/openapi.json': openApiDocument,
  'sdk/src/generated/api.ts': sdkTypes,
  'sdk/src/generated/error-codes.ts': sdkErrorCodes,
  ...benchPages(root),
  'python/src/octavo/_generated/error_codes.py': pythonErrorCodes,
  'python/src/octavo/_generated/models.py': pythonTypes,
  ...pythonSyncFiles(root),
  'web/src/options/generated/option-fields.ts': dashboardOptions,
};

function databaseUrl(): string {
  const url = process.env['OCTAVO_DATABASE_URL'];
  if (!url) throw new Error('OCTAVO_DATABASE_URL is not set: start the services first');
  return url;
}

const usage = `usage: npm run generate [-- --check] [-- --database]

Writes every file that is generated from code.
  --check      writes nothing and fails if a file is out of date
  --database   includes the table types, which need a migrated database
`;

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    database: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit();
}
if (values.database) generated['server/src/postgres/schema.ts'] = () => databaseTypes(databaseUrl());

const stale: string[] = [];
for (const [path, make] of Object.entries(generated)) {
  const file = join(root, path);
  const text = await make();
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  stale.push(path);
  if (values.check) continue;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

if (values.check && stale.length > 0) {
  console.error(`out of date: ${stale.join(', ')}. Run npm run generate and commit the result.`);
  process.exit(1);
}
console.log(stale.length > 0 ? `wrote ${stale.join(', ')}` : 'everything generated is up to date');
