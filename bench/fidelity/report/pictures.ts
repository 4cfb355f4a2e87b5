/** Pictures of our own documents: the first page next to our html of it. Third-party pages are never shown. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '@octavo/testkit/processes/fleet.ts';
import { launchChromium } from '../../chromium.ts';
import { scratch } from '../../scratch.ts';
import { startOctavo } from '../parsers/octavo.ts';
import type { Lifetime } from '../parsers/parser.ts';
import { loadSets, ownSets } from '../truth/sets.ts';

const run = promisify(execFile);
const folder = join(repository, 'docs/reference/fidelity');

export type Picture = { readonly id: string; readonly path: string };

const nameOf = (set: string, id: string) => `${set}-${id}.jpg`;

export function pictureOf(set: string, id: string): Picture | undefined {
  const name = nameOf(set, id);
  return existsSync(join(folder, name)) ? { id, path: `fidelity/${name}` } : undefined;
}

const [width, height] = [720, 500] as const;
const pageStyle =
  'body{margin:0;display:flex;background:#fff;height:100vh} div{flex:1;overflow:hidden;border:1px solid #999;margin:4px} img{width:100%} iframe{border:0;width:200%;height:200%;transform:scale(.5);transform-origin:0 0}';
const outputStyle =
  '<style>body{font:20px sans-serif;margin:24px} table{border-collapse:collapse} td,th{border:1px solid #888;padding:3px 8px}</style>';

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

async function firstPage(pdf: string): Promise<string> {
  const options = { encoding: 'buffer' as const, maxBuffer: 1e8 };
  const { stdout } = await run('pdftoppm', ['-r', '70', '-png', '-f', '1', '-l', '1', pdf], options);
  return `data:image/png;base64,${stdout.toString('base64')}`;
}

/** Takes the place of the pictures that were there. Names are those of documents of our own sets. */
export async function takePictures(wanted: ReadonlyMap<string, readonly string[]>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (name.endsWith('.jpg')) rmSync(join(folder, name));
  const endings: (() => Promise<unknown>)[] = [];
  const lifetime: Lifetime = { atEnd: (end) => void endings.push(end) };
  try {
    const octavo = await startOctavo(lifetime, await scratch(lifetime));
    const browser = await launchChromium();
    lifetime.atEnd(() => browser.close());
    for (const { name: set, documents } of loadSets(undefined, ownSets)) {
      for (const { id, pdf } of documents.filter((one) => wanted.get(set)?.includes(one.id))) {
        const { html } = (await octavo.parse(pdf)).outputs;
        const output = html && 'text' in html ? html.text : '';
        const page = await browser.newPage({ viewport: { width, height } });
        await page.setContent(
          `<style>${pageStyle}</style><div><img src="${await firstPage(pdf)}"></div><div><iframe srcdoc="${quoted(outputStyle + output)}"></iframe></div>`,
        );
        await page.screenshot({ path: join(folder, nameOf(set, id)), type: 'jpeg', quality: 40 });
        await page.close();
      }
    }
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}
