/** Writes brotli and gzip versions next to compressible files, so that the server does not have to compress. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|mjs|css|html|svg|json|wasm|md)$/;
const bytesMin = 1_024;

function brotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'octavo-precompress',
    apply: 'build',
    configResolved: (config) => {
      directory = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
        // The first of two builds into the directory empties it.
        if (!compressible.test(name) || existsSync(join(directory, `${name}.br`))) continue;
        const bytes = readFileSync(join(directory, name));
        if (bytes.length < bytesMin) continue;
        writeFileSync(join(directory, `${name}.br`), brotli(bytes));
        writeFileSync(join(directory, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
