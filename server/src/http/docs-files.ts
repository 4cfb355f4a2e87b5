/**
 * Writes the files of the API reference into a directory: `node docs-files.ts <directory> <nonce>`. A separate
 * process, because loading them costs megabytes of memory.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import apiReference from '@scalar/fastify-api-reference';
import fastify from 'fastify';

/** Takes half a second; the best quality takes half a minute and is a tenth smaller. */
const brotliQuality = 6;

const [directory = '', nonce = ''] = process.argv.slice(2);

const app = fastify();
await app.register(apiReference, {
  routePrefix: '/docs',
  configuration: {
    url: '/openapi.json',
    nonce,
    pageTitle: 'Octavo API',
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    // Every body is shown where it is used; the list of all schemas would only repeat them.
    hideModels: true,
    orderSchemaPropertiesBy: 'preserve',
    expandAllSchemaProperties: true,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: { preferredSecurityScheme: 'apiKey' },
  },
});

/** Scalar's own placeholder for keys is a joke in base64, and no setting replaces it. */
const keyPlaceholders = ['QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT', 'oct_…'] as const;

async function save(path: string, file: string): Promise<void> {
  const { payload, statusCode } = await app.inject(path);
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
  const rawPayload = Buffer.from(payload.replaceAll(...keyPlaceholders));
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  await writeFile(file, rawPayload);
  await writeFile(`${file}.gz`, await promisify(gzip)(rawPayload));
  await writeFile(`${file}.br`, await promisify(brotliCompress)(rawPayload, { params }));
}

await mkdir(join(directory, 'js'), { recursive: true });
await save('/docs/', join(directory, 'index.html'));
await save('/docs/js/scalar.js', join(directory, 'js/scalar.js'));
await app.close();
