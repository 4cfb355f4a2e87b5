/** Builds the package: one chunk for the command tree, and one for each command, loaded when it is called. */
import { defineConfig } from 'tsdown';
import { bundledLicences } from './bundled-licences.config.ts';

export default defineConfig({
  entry: ['src/octavo.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  sourcemap: false,
  outExtensions: () => ({ js: '.mjs' }),
  // Development dependencies are bundled: the packages of `octavo mcp` would take 47 MB if they were installed.
  plugins: [bundledLicences()],
});
