/** What pdf.js fetches while it reads: character maps, fonts, decoders. Under a folder named after its version, so that it may be kept for ever. */
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import type { Plugin } from 'vite';

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** The one thing in there that is not permissively licensed; the browser has a font of the same shapes, or one it takes instead. */
const isLeftOut = (file: string) => /liberation/i.test(file);

/** Below the base path of the page, with a slash at its end. */
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
