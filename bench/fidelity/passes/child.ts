/** Refines and scores all documents, with all passes and without each; a process of its own, because it replaces modules. */
import { readFileSync } from 'node:fs';
import { type DocumentScore, scoreDocument } from '../score/document-score.ts';
import { type Figures, summaryOf } from '../score/summary.ts';
import { loadSets } from '../truth/sets.ts';
import { extractionOf } from './extractions.ts';
import { controlPasses, type PassControl } from './pass-control.ts';
import { passes } from './passes.ts';
import { changesOf, type PassResult } from './results.ts';

export type ChildRequest = {
  readonly gold: string;
  readonly sets: readonly string[];
  /** Directory of the extractions. */
  readonly extractions: string;
};
export type ChildAnswer = { readonly msPerPage: number; readonly passes: readonly PassResult[] };

async function startDocumentLayer() {
  const { refineDocument } = await import('../../../document/refine/refine-document.ts');
  const { writeHtml } = await import('../../../document/write/write-html.ts');
  const { defaultWriteOptions } = await import('../../../document/model/write-options.ts');
  return {
    refine(extraction: string) {
      const lines = extraction.split('\n').filter((line) => line !== '');
      return refineDocument({ lines: () => lines }, { fileName: 'a.pdf' });
    },
    write: (document: Parameters<typeof writeHtml>[0]) =>
      [...writeHtml(document, defaultWriteOptions)].join(''),
  };
}
type DocumentLayer = Awaited<ReturnType<typeof startDocumentLayer>>;

function readDocuments({ gold, sets, extractions }: ChildRequest) {
  return loadSets(gold || undefined, sets).flatMap(({ name: set, documents }) =>
    documents.map((document) => {
      const extraction = readFileSync(extractionOf(extractions, set, document.id), 'utf8');
      return { set, document, extraction };
    }),
  );
}
type Documents = ReturnType<typeof readDocuments>;

function scoreAll({ refine, write }: DocumentLayer, documents: Documents): Record<string, Figures> {
  const scores = new Map<string, DocumentScore[]>();
  for (const { set, document, extraction } of documents) {
    const score = scoreDocument(document, { format: 'html', text: write(refine(extraction)) });
    scores.set(set, [...(scores.get(set) ?? []), score]);
  }
  return Object.fromEntries([...scores].map(([set, all]) => [set, summaryOf(all).figures]));
}

/** CPU time of a page; by pass, the rest without a name. Code is compiled when this is called after scoring. */
function timeAll({ refine }: DocumentLayer, { stopwatch }: PassControl, documents: Documents) {
  stopwatch.reset();
  let pages = 0;
  for (const { extraction } of documents) {
    const { head, parts } = refine(extraction);
    pages += head.pages.length;
    for (const _part of parts());
  }
  return new Map([...stopwatch.read()].map(([name, ms]) => [name, ms / Math.max(1, pages)]));
}

async function answer(request: ChildRequest): Promise<ChildAnswer> {
  const control = controlPasses();
  const layer = await startDocumentLayer();
  const documents = readDocuments(request);
  const on = scoreAll(layer, documents);
  const changes = passes.map(({ name }) => {
    control.off = name;
    return { name, changes: changesOf(on, scoreAll(layer, documents)) };
  });
  control.off = undefined;
  const times = timeAll(layer, control, documents);
  return {
    msPerPage: [...times.values()].reduce((sum, ms) => sum + ms, 0),
    passes: changes.map((pass) => ({ ...pass, msPerPage: times.get(pass.name) ?? 0 })),
  };
}

const request = JSON.parse(process.argv[2] ?? '{}') as ChildRequest;
process.stdout.write(JSON.stringify(await answer(request)));
