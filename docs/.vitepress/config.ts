/** Configuration of the documentation site. It is built offline, searched in the browser, and loads nothing from other hosts. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';

const docs = fileURLToPath(new URL('..', import.meta.url));
const source = 'https://github.com/octavo/octavo/blob/main';

const titleOf = (path: string) => /^# (.+)$/m.exec(readFileSync(join(docs, path), 'utf8'))?.[1] ?? path;

/** Old addresses of renamed pages; each becomes a small HTML file that redirects. */
const renamed: Record<string, string> = {
  'concepts/document': '/concepts/json-output',
  'concepts/job-life': '/concepts/job-lifecycle',
  'guides/batches': '/guides/batch-conversion',
  'guides/errors': '/guides/error-handling',
  'guides/jobs': '/guides/managing-jobs',
  'guides/retries': '/guides/idempotency',
  'guides/waiting': '/guides/job-status',
  'operations/faults': '/operations/fault-tolerance',
  'operations/security': '/operations/security-testing',
  'self-host/images': '/self-host/container-images',
};

/** The pages of a directory: those in `first` in that order, then the rest by name. */
function pages(folder: string, first: readonly string[] = []) {
  const found = readdirSync(join(docs, folder)).filter((file) => file.endsWith('.md'));
  const named = first.map((name) => `${name}.md`);
  const rest = found.filter((file) => !named.includes(file)).toSorted();
  return [...named, ...rest].map((file) => ({
    text: titleOf(`${folder}/${file}`),
    link: `/${folder}/${file.replace(/(index)?\.md$/, '')}`,
  }));
}

const sections = {
  Guides: pages('guides', [
    'quickstart',
    'dashboard',
    'cli',
    'python',
    'conversion-options',
    'managing-jobs',
    'job-status',
    'webhooks',
    'batch-conversion',
    'idempotency',
    'uploads',
    'reading',
    'agents',
    'rag',
    'compatible-apis',
    'citations',
    'diff',
    'receipts',
    'erasure',
    'sharing',
    'preflight',
    'ocr',
    'accessibility',
    'tables',
    'images',
    'error-handling',
    'limits',
    'usage',
  ]),
  Concepts: pages('concepts', ['job-lifecycle', 'json-output', 'engine']),
  'API reference': pages('reference/api', [
    'index',
    'jobs',
    'sharing',
    'uploads',
    'receipts',
    'erasures',
    'events',
    'account',
    'api-keys',
    'webhooks',
    'health',
    'schemas',
  ]),
  Reference: pages('reference', ['options', 'errors', 'configuration', 'cli', 'ocr-accuracy']),
  'Self-host': pages('self-host', [
    'index',
    'compose',
    'debian',
    'systemd',
    'kubernetes',
    'container-images',
  ]),
  Operations: pages('operations', [
    'observability',
    'troubleshooting',
    'backup',
    'upgrade',
    'rotation',
    'retention',
    'capacity',
    'scale',
    'high-availability',
    'connection-pooling',
    'fault-tolerance',
    'fault-report',
    'fault-controls',
    'security-testing',
    'security-report',
    'mutation-testing',
  ]),
  Runbooks: pages('operations/runbooks', ['index']),
  Decisions: pages('decisions'),
  More: [{ text: 'Changelog', link: '/changelog' }, ...pages('contributing')],
};

/**
 * Pages also link to files outside of docs/; on the site, those links lead to the source repository. Files of
 * docs/public/ are at the root of the site.
 */
function siteUrl(from: string, href: string): string | null {
  if (/^([a-z]+:|#|\/)/.test(href)) return null;
  const target = resolve(docs, dirname(from), href.replace(/#.*$/, ''));
  const place = relative(docs, target);
  if (place.startsWith('public/')) return `/${place.slice('public/'.length)}`;
  return place.startsWith('..') && existsSync(target)
    ? `${source}/${relative(join(docs, '..'), target)}`
    : null;
}

/** As in the source repository: `table_method` keeps its underscore, so one link works in both places. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');
}

/** An index for language models, one line per page: https://llmstxt.org. */
function llmsText(): string {
  const parts = Object.entries(sections).map(
    ([title, list]) =>
      `## ${title}\n\n${list.map(({ text, link }) => `- [${text}](${link.replace(/\/$/, '/index')}.md)`).join('\n')}\n`,
  );
  return `# Octavo\n\n> PDF in, markdown, json, html, text, tagged PDF, annotated PDF and images out, through a REST API.\n\n${parts.join('\n')}`;
}

function writeRedirects(outDir: string): void {
  for (const [from, to] of Object.entries(renamed)) {
    const page = `<!doctype html><meta charset="utf-8"><title>Moved</title><meta http-equiv="refresh" content="0; url=${to}"><link rel="canonical" href="${to}"><a href="${to}">This page has moved.</a>\n`;
    writeFileSync(join(outDir, `${from}.html`), page);
  }
}

/** The Markdown source of every page, next to its HTML. */
function writeMarkdownCopies(outDir: string): void {
  for (const file of readdirSync(docs, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.md') && !/^(\.|node_modules)/.test(file))
      writeFileSync(join(outDir, file), readFileSync(join(docs, file)));
  }
  writeFileSync(join(outDir, 'llms.txt'), llmsText());
}

export default defineConfig({
  title: 'Octavo',
  description: 'PDF in, markdown, json, html, text, tagged PDF, annotated PDF and images out.',
  cleanUrls: true,
  vite: { esbuild: { tsconfigRaw: { compilerOptions: { target: 'es2022' } } } },
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/logo.svg' }]],
  outDir: '../.site',
  cacheDir: '../node_modules/.vitepress',
  themeConfig: {
    logo: '/logo.svg',
    search: { provider: 'local' },
    nav: [
      { text: 'Quick start', link: '/guides/quickstart' },
      { text: 'Guides', link: '/guides/conversion-options' },
      { text: 'API', link: '/reference/api/' },
      { text: 'Options', link: '/reference/options' },
      { text: 'Self-host', link: '/self-host/' },
      { text: 'Operations', link: '/operations/observability' },
    ],
    sidebar: Object.entries(sections).map(([text, items]) => ({
      text,
      items,
      collapsed: ['Runbooks', 'Decisions'].includes(text),
    })),
    outline: [2, 3],
  },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => {
      const render = md.renderer.rules['link_open'];
      md.renderer.rules['link_open'] = (tokens, at, options, env, self) => {
        const token = tokens[at];
        const url = token && siteUrl(env.relativePath ?? '', token.attrGet('href') ?? '');
        if (token && url) token.attrSet('href', url);
        return render ? render(tokens, at, options, env, self) : self.renderToken(tokens, at, options);
      };
    },
  },
  buildEnd: ({ outDir }) => {
    writeMarkdownCopies(outDir);
    writeRedirects(outDir);
  },
});
