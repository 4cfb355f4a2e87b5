/** The dashboard's build: one entry, a chunk per route, everything under `/app/` of one origin. */
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
  // The SDK from its source: one build instead of two, and only what the pages use.
  resolve: { conditions: ['octavo-source', ...defaultClientConditions] },
  build: {
    target: 'es2023',
    // Fonts and pictures as data URLs would need a wider policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: 'build-manifest.json',
    // The notices that the licences of what is bundled ask to be handed on.
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
    // In development the API answers what is not the page's own, so that both share an origin as they do when built.
    proxy: { '^/(?!app/(?!config\\.json))': { target: api } },
  },
});
