/** Builds the package: one module with its type declarations. LangChain and the SDK stay with the application. */
import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  sourcemap: false,
  outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
});
