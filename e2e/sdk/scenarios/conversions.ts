/** From a file to its results in one call, for one file and for many. */
import { equal, isTrue, thrown } from './check.ts';
import type { Scenario } from './scenario-context.ts';

export const conversions: Readonly<Record<string, Scenario>> = {
  'converts a file into texts and a tree': async ({ sdk, client, document }) => {
    const content = await document('rich');
    const sent: number[] = [];
    const heard: string[] = [];
    const result = await client.convert(
      { content, name: 'quarter.pdf' },
      {
        format: ['markdown', 'json', 'html', 'text', 'images'],
        onUploadProgress: ({ bytesSent }) => sent.push(bytesSent),
        onEvent: ({ type }) => heard.push(type),
      },
    );
    isTrue(result.markdown.includes('# Octavo quarterly report'), 'markdown');
    isTrue(result.html.includes('<table'), 'html');
    isTrue(result.text.includes('This paragraph stands'), 'text');
    equal(result.pageCount, 1, 'pages');
    equal(result.json.fileName, 'quarter.pdf', 'the name of the file');
    equal(result.json.pageCount, 1, 'pages of the document');
    equal(sdk.textOf(result.json), result.text.trimEnd(), 'the text of the tree is the text output');
    equal(
      sdk.tables(result.json).map(({ rows }) => rows),
      [[1, 2, 3].map((row) => [1, 2].map((column) => `cell ${row}.${column}`))],
      'the table',
    );
    equal(
      sdk.headings(result.json).map(({ text }) => text),
      ['Octavo quarterly report'],
      'the headings',
    );
    isTrue((sent.at(-1) ?? 0) >= content.byteLength, 'progress reaches the end of the file');
    equal([heard[0], heard.at(-1)], ['job.created', 'job.done'], 'the first and the last event');
    const zip = new Uint8Array(await (await result.download('images')).arrayBuffer());
    equal([...zip.slice(0, 2)], [0x50, 0x4b], 'a zip of images');
    const [image] = await client.jobs.images(result.jobId);
    isTrue(image, 'there is an image');
    equal(
      (await client.jobs.imageInfo(result.jobId, image.name)).bytes,
      image.bytes,
      'the size of the image',
    );
    const bytes = await (await client.jobs.image(result.jobId, image.name)).arrayBuffer();
    equal(bytes.byteLength, image.bytes, 'the image itself');
    await client.jobs.delete(result.jobId);
  },

  'addresses every node of a real tree by its pointer': async ({ sdk, client, document }) => {
    const { json } = await client.convert(await document('rich'), { deleteAfter: true });
    const visits = [...sdk.walk(json)];
    const pointers = new Set(visits.map(({ pointer }) => pointer));
    equal(pointers.size, visits.length, 'pointers are unique');
    isTrue(
      visits.every(({ node, pointer }) => sdk.nodeAt(json, pointer) === node),
      'each pointer leads back to its node',
    );
    const types = new Set(visits.map(({ node }) => node.type));
    for (const type of ['heading', 'paragraph', 'table', 'row', 'cell', 'figure'] as const) {
      isTrue(types.has(type), `a ${type} is visited`);
    }
  },

  'goes on past failures in a batch': async ({ client, document }) => {
    const good = await document('small');
    const files = [good, await document('broken'), new TextEncoder().encode('no PDF'), good];
    const ends = new Map<number, string>();
    for await (const item of client.convertAll(files, {
      format: ['text'],
      concurrency: 3,
      deleteAfter: true,
    })) {
      ends.set(item.index, item.ok ? 'done' : (item.error as Error).name);
      if (!item.ok && item.jobId !== null) await client.jobs.delete(item.jobId);
    }
    equal(
      [0, 1, 2, 3].map((index) => ends.get(index)),
      ['done', 'JobFailedError', 'BadRequestError', 'done'],
      'the ends of the four files',
    );
  },

  'leaves a batch without waiting for the rest': async ({ client, document }) => {
    const files = [await document('small'), await document('slow')];
    const jobs: string[] = [];
    const perFile = () => ({ onJob: ({ id }: { id: string }) => void jobs.push(id) });
    for await (const item of client.convertAll(files, { format: ['text'], perFile })) {
      isTrue(item.ok, 'the small one is first');
      break;
    }
    for (const id of jobs) await client.jobs.delete(id);
  },

  'stops at the caller’s signal and throws its reason': async ({ client, document }) => {
    const reason = new Error('enough');
    const controller = new AbortController();
    let jobId = '';
    const work = client.convert(await document('slow'), {
      signal: controller.signal,
      onJob: ({ id }) => {
        jobId = id;
        setTimeout(() => controller.abort(reason), 50);
      },
    });
    const error = await thrown(work, Error);
    isTrue(error === reason, 'the reason itself');
    await client.jobs.delete(jobId);
  },
};
