/** Serves the files that pdf.js loads at runtime (character maps, fonts, decoders) in a versioned folder, so that they can be cached forever. */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import type { Plugin } from 'vite';

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** Left out because its licence is not permissive; browsers substitute a similar font. */
const isLeftOut = (file: string) => /liberation/i.test(file);

/** Relative to the base path of the page, with a trailing slash. */
export const pdfjsFolder = `assets/pdfjs-${version}/`;

export function pdfjsFiles(): Plugin {
  return {
    name: 'octavo-pdfjs-files',
    config: () => ({ define: { PDFJS_FOLDER: JSON.stringify(pdfjsFolder) } }),
    generateBundle() {
      for (const folder of folders) {
        for (const file of readdirSync(join(home, folder)).filter((name) => !isLeftOut(name))) {
          const source = readFileSync(join(home, folder, file));
          this.emitFile({ type: 'asset', fileName: `${pdfjsFolder}${folder}/${file}`, source });
        }
      }
    },
    configureServer(server) {
      server.middlewares.use(`/app/${pdfjsFolder}`, (request, response, next) => {
        const path = join(home, normalize(`/${(request.url ?? '').split('?')[0]}`));
        if (!folders.some((folder) => path.startsWith(join(home, folder))) || !existsSync(path))
          return next();
        createReadStream(path).pipe(response);
      });
    },
  };
}
