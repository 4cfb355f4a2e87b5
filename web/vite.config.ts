/**
 * The build of the dashboard: a chunk per route, served under `/app/`. The page of share links is built apart, with
 * `--mode shared`, so that it contains no code of sessions.
 */
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { firstLoadChunk } from './build/first-load.ts';
import { pdfjsFiles } from './build/pdfjs-files.ts';
import { precompress } from './build/precompress.ts';
import { withoutNextSteps } from './build/without-next-steps.ts';

const api = process.env['OCTAVO_PUBLIC_URL'] ?? 'http://127.0.0.1:3000';

/** The page of share links goes next to the files of the dashboard, whose licences include its own. */
const sharedPage = {
  emptyOutDir: false,
  rolldownOptions: { input: join(import.meta.dirname, 'shared.html') },
};

const dashboard = {
  manifest: 'build-manifest.json',
  // Licence notices of the bundled packages.
  license: { fileName: 'licences.md' },
  rolldownOptions: {
    output: {
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: firstLoadChunk() }] },
    },
  },
};

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), tailwindcss(), withoutNextSteps(), pdfjsFiles(), precompress()],
  // Bundles the SDK from source: one build step, and unused code is dropped.
  resolve: { conditions: ['octavo-source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // Data URLs would need a wider Content-Security-Policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    chunkSizeWarningLimit: 2_500,
    ...(mode === 'shared' ? sharedPage : dashboard),
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // In development, proxies API requests, so that dashboard and API share an origin as in production.
    proxy: { '^/(?!app/(?!config\\.json))': { target: api } },
  },
}));
