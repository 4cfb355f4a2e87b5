/** Other parsers on the same files: the time for a page, and what each of them leaves out. */
import type { Bench, Context, Measured, Table } from '../bench.ts';
import { chooseDocuments, type Document, pagesOf } from '../engine/documents.ts';
import { interleave } from '../measure/interleave.ts';
import { median } from '../measure/spread.ts';
import {
  type Contender,
  installOthers,
  otherNames,
  packageOf,
  startOther,
  startOurs,
} from '../others/contender.ts';
import { type Found, together } from '../others/found.ts';
import { scratch } from '../scratch.ts';

/** Features that each parser lacks. */
const leftOut: Readonly<Record<string, string>> = {
  octavo: 'text recognition of scans',
  liteparse: 'html, tagged and annotated PDF, image files, a fixed reading order of columns',
  kreuzberg: 'tagged and annotated PDF; places only where its structure has them',
  'pdf.js': 'everything but text runs: no headings, tables, lists, order or files',
};

type Pass = {
  readonly perPage: number;
  readonly failed: number;
  readonly found: Found;
  readonly fault: string;
};

async function pass({ parse }: Contender, documents: readonly Document[]): Promise<Pass> {
  let [ms, pages, failed, fault] = [0, 0, 0, ''];
  const found: Found[] = [];
  for (const document of documents) {
    const parsed = await parse(document);
    if ('fault' in parsed) {
      failed += 1;
      fault ||= parsed.fault;
      // One that cannot even be loaded says so once.
      if (found.length === 0 && failed > 2) break;
      continue;
    }
    ms += parsed.ms;
    pages += document.pageCount;
    found.push(parsed.found);
  }
  return { perPage: ms / pages / 1000, failed, found: together(found), fault };
}

function tableOf(passes: ReadonlyMap<string, readonly Pass[]>): Table {
  const rows = [...passes].map(([name, all]) => {
    const last = all.at(-1) as Pass;
    const times = all.map(({ perPage }) => perPage).filter(Number.isFinite);
    if (times.length === 0)
      return [name, '–', '–', '–', '–', '–', '–', '–', `could not be run here: ${all[0]?.fault}`];
    const { characters, headings, tables, lists, boxes } = last.found;
    const counted = [last.failed, characters, headings, tables, lists, boxes];
    return [name, median(times), ...counted, leftOut[name] ?? ''];
  });
  const columns = [
    'parser',
    's/page',
    'failed',
    'characters',
    'headings',
    'tables',
    'list items',
    'places',
    'leaves out',
  ];
  return { title: 'On the same files, each warm and one document at a time', columns, rows };
}

async function run(context: Context): Promise<Measured> {
  const root = await scratch(context);
  const documents = await chooseDocuments(context, root);
  const folder = await installOthers(root);
  const contenders = [
    await startOurs(context, root),
    ...otherNames.map((name) => startOther(context, name, folder)),
  ];
  const passes = new Map<string, Pass[]>(contenders.map(({ name }) => [name, []]));
  const turns = Object.fromEntries(
    contenders.map((contender) => [
      contender.name,
      async () => {
        const one = await pass(contender, documents);
        passes.get(contender.name)?.push(one);
        return one.perPage;
      },
    ]),
  );
  // Once over everything before anything is counted: all of them compile, load fonts and fill caches.
  for (const contender of contenders) await pass(contender, documents);
  await interleave(context, turns);
  const figures = [...passes].flatMap(([name, all]) => {
    const values = all.map(({ perPage }) => perPage * 1000).filter(Number.isFinite);
    return values.length === 0 ? [] : [{ what: `${name}, per page`, unit: 'ms', values }];
  });
  return {
    figures,
    tables: [tableOf(passes)],
    notes: [
      `${documents.length} documents, ${pagesOf(documents)} pages; ${otherNames.map(packageOf).join(', ')}`,
      'ours in a sandbox with json and markdown written and checked; the others inside their own process, results in memory; text recognition off everywhere',
    ],
  };
}

export const others: Bench = {
  name: 'others',
  about: 'other parsers on the same files',
  rounds: { smoke: 1, standard: 3, full: 7 },
  minutes: { smoke: 3, standard: 3.5, full: 60 },
  run,
};
