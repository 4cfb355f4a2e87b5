/** The dashboard's build: one entry, a chunk per route, everything under `/app/` of one origin. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env['OCTAVO_PUBLIC_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    // Fonts and pictures as data URLs would need a wider policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    manifest: true,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // In development the API answers what is not the page's own, so that both share an origin as they do when built.
    proxy: { '^/(?!app/(?!config\\.json))': { target: api, changeOrigin: true } },
  },
});
