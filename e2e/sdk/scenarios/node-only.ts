/** What needs a file system or a server of one's own: Node and its like. */
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { equal, isTrue, thrown } from './check.ts';
import type { Scenario } from './scenario-context.ts';
import { received } from './uploads.ts';

async function inScratch(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'octavo-sdk-'));
  try {
    await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export const nodeOnly: Readonly<Record<string, Scenario>> = {
  'sends a path, a file URL and a stream of Node': async ({ client, document }) =>
    inScratch(async (directory) => {
      const path = join(directory, 'my report.pdf');
      await writeFile(path, await document('small'));
      const { sha256 } = await received(client, await document('small'));
      const wanted = { name: 'my report.pdf', sha256 };
      equal(await received(client, path), wanted, 'a path');
      equal(await received(client, pathToFileURL(path)), wanted, 'a URL');
      equal(await received(client, createReadStream(path)), wanted, 'a stream of Node');
    }),

  'says of a path what is wrong with it': async ({ sdk, client }) => {
    const missing = await thrown(client.convert('/no/such.pdf'), sdk.InputError);
    equal(missing.message, '/no/such.pdf does not exist. Check the path and its permissions.', 'the message');
    await thrown(client.convert(tmpdir()), sdk.InputError);
    const url = await thrown(client.convert('https://a.test/b.pdf'), sdk.InputError);
    isTrue(url.nextStep.includes('await fetch(url)'), 'how to send what lies behind a URL');
  },

  'saves every format, with links that lead to the images': async ({ client, document }) =>
    inScratch(async (directory) => {
      const format = ['markdown', 'json', 'html', 'text', 'tagged-pdf', 'annotated-pdf', 'images'] as const;
      const result = await client.convert({ content: await document('rich'), name: 'a b.pdf' }, { format });
      const saved = await result.save(join(directory, 'out'));
      const names = (await readdir(join(directory, 'out'))).sort();
      const wanted = [
        'a b-annotated.pdf',
        'a b-images',
        'a b-tagged.pdf',
        'a b.html',
        'a b.json',
        'a b.md',
        'a b.txt',
      ];
      equal(names, wanted, 'the files');
      equal(await readdir(join(directory, 'out', 'a b-images')), ['imageFile1.png'], 'the images');
      const markdown = await readFile(saved.markdown ?? '', 'utf8');
      isTrue(markdown.includes('a%20b-images/imageFile1.png'), 'the link in markdown');
      const zipped = await result.save(join(directory, 'zip'), {
        images: 'zip',
        stem: 'c',
        formats: ['images', 'text'],
      });
      equal(zipped.images, join(directory, 'zip', 'c-images.zip'), 'the archive');
      equal((await readdir(join(directory, 'zip'))).sort(), ['c-images.zip', 'c.txt'], 'what was asked for');
      await client.jobs.delete(result.jobId);
    }),

  'can be required': async ({ sdk }) => {
    const required = createRequire(join(process.cwd(), 'index.js'))('@octavo/sdk') as typeof sdk;
    equal(Object.keys(required).sort(), Object.keys(sdk).sort(), 'what both kinds of module offer');
  },
};
