/** Serves the dashboard at `/app/`: its files, its start page for all other paths, its sign-in configuration, and the page of share links. */
import { readdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { OctavoError } from '../domain/errors.ts';
import type { UpgradePath } from '../domain/upgrade-path.ts';

export type Dashboard = {
  /** Absolute. */
  readonly directory: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  readonly signInParameters: Readonly<Record<string, string>>;
  readonly connectOrigins: readonly string[];
  /** The default first; empty if OCR is off. */
  readonly ocrLanguages: readonly string[];
  readonly upgradePath: UpgradePath;
  /** By plan, as the operator writes them; empty without prices. */
  readonly planPrices: Readonly<Record<string, string>>;
  /** Pages of the operator for users. */
  readonly links: Readonly<Record<'docs' | 'status' | 'support', string | null>>;
};

const startPage = 'index.html';
const sample = 'sample.pdf';
export const sharedPage = 'shared.html';
/** What the page of share links loads besides `assets/`. */
const sharedPageFiles = ['theme.js', 'favicon.svg'];
/** Their names contain a hash of their content, or a version. */
const neverChanges = /^assets\//;

/** No inline scripts or styles, no other host than the identity provider. pdf.js decodes images in WebAssembly. */
function policyOf(...connectTo: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "worker-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function configOf(dashboard: Dashboard, files: ReadonlySet<string>) {
  return {
    issuer: dashboard.issuer,
    client_id: dashboard.clientId,
    scope: dashboard.scope,
    sign_in_parameters: dashboard.signInParameters,
    sample: files.has(sample) ? sample : null,
    ocr_languages: dashboard.ocrLanguages,
    upgrade_url: dashboard.upgradePath.url,
    upgrade_text: dashboard.upgradePath.text,
    operator_contact: dashboard.upgradePath.contact,
    plan_prices: dashboard.planPrices,
    docs_url: dashboard.links.docs,
    status_url: dashboard.links.status,
    support_url: dashboard.links.support,
  };
}

function filesIn(directory: string): ReadonlySet<string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(directory.length + 1));
  return new Set(paths);
}

/** Paths of the client-side router have no dot in the last segment; a missing file must not be answered with a page. */
function isPage(path: string): boolean {
  return !neverChanges.test(path) && !/\.[^/]*$/.test(path);
}

function sendPart(reply: FastifyReply, path: string): FastifyReply {
  return neverChanges.test(path)
    ? reply.sendFile(path, { maxAge: '1y', immutable: true })
    : reply.header('cache-control', 'no-cache').sendFile(path, { cacheControl: false });
}

/**
 * The page of share links, also on the content origin: there it has nothing in common with the session of the
 * dashboard. It connects to no other host, and is the only page there.
 */
function registerSharedPage(pages: FastifyInstance, files: ReadonlySet<string>): void {
  const options = { schema: { hide: true }, config: { servesContent: true } } as const;
  const policy = policyOf();
  const send = (reply: FastifyReply, path: string) => {
    reply.headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex, nofollow' });
    if (files.has(path)) return sendPart(reply, path);
    throw new OctavoError('route_not_found', 'There is nothing at this path.');
  };
  pages.get('/app/shared', options, async (_request, reply) => send(reply, sharedPage));
  for (const file of sharedPageFiles) {
    pages.get(`/app/${file}`, options, async (_request, reply) => send(reply, file));
  }
  pages.get<{ Params: { '*': string } }>('/app/assets/*', options, async (request, reply) =>
    send(reply, `assets/${request.params['*']}`),
  );
}

export async function registerDashboard(app: FastifyInstance, dashboard: Dashboard | null): Promise<void> {
  if (dashboard === null) return;
  const files = filesIn(dashboard.directory);
  const config = configOf(dashboard, files);
  const policy = policyOf(new URL(dashboard.issuer).origin, ...dashboard.connectOrigins);
  await app.register(async (pages) => {
    pages.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', policy);
    });
    await pages.register(fastifyStatic, { root: dashboard.directory, serve: false, preCompressed: true });
    const hidden = { schema: { hide: true } };
    pages.get('/', hidden, async (_request, reply) => reply.redirect('/app/', 302));
    pages.get('/app', hidden, async (_request, reply) => reply.redirect('/app/', 308));
    pages.get('/app/config.json', hidden, async (_request, reply) => {
      reply.header('cache-control', 'no-cache');
      return config;
    });
    registerSharedPage(pages, files);
    pages.get<{ Params: { '*': string } }>('/app/*', hidden, async (request, reply) => {
      const path = request.params['*'];
      if (files.has(path)) return sendPart(reply, path);
      if (isPage(path)) return sendPart(reply, startPage);
      throw new OctavoError('route_not_found', 'There is nothing at this path.');
    });
  });
}
