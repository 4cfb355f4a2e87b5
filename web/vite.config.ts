/** The build of the dashboard: one entry, a chunk per route, served under `/app/`. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { firstLoadChunk } from './build/first-load.ts';
import { pdfjsFiles } from './build/pdfjs-files.ts';
import { precompress } from './build/precompress.ts';

const api = process.env['OCTAVO_PUBLIC_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), tailwindcss(), pdfjsFiles(), precompress()],
  // Bundles the SDK from source: one build step, and unused code is dropped.
  resolve: { conditions: ['octavo-source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // Data URLs would need a wider Content-Security-Policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: 'build-manifest.json',
    // Licence notices of the bundled packages.
    license: { fileName: 'licences.md' },
    chunkSizeWarningLimit: 2_500,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: firstLoadChunk() }] },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // In development, proxies API requests, so that dashboard and API share an origin as in production.
    proxy: { '^/(?!app/(?!config\\.json))': { target: api } },
  },
});
