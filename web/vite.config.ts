/** The dashboard's build: one entry, a chunk per route, everything under `/app/` of one origin. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { pdfjsFiles } from './build/pdfjs-files.ts';
import { precompress } from './build/precompress.ts';

const api = process.env['OCTAVO_PUBLIC_URL'] ?? 'http://127.0.0.1:3000';

/** What every page needs, in one file: small ones compress badly and each is a request. */
function isCore(id: string): boolean {
  const inPackages = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|oauth4webapi)\//;
  const inTanstack = /node_modules\/@tanstack\/(react-)?(router|router-core|query|query-core|history|store)\//;
  const inSources = /\/sdk\/src\/|\/web\/src\/(api|session|shell|theme|format|upload)\/|\/web\/src\/ui\/(?!tabs)|\/web\/src\/i18n\/[\w-]+\.ts/;
  return [inPackages, inTanstack, inSources].some((pattern) => pattern.test(id));
}

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
    chunkSizeWarningLimit: 2_500,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', test: isCore, priority: 1 }] } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // In development the API answers what is not the page's own, so that both share an origin as they do when built.
    proxy: { '^/(?!app/(?!config\\.json))': { target: api } },
  },
});
