/** The whole catalogue: every sentence by its id. */
import { decisions } from './decisions.ts';
import { decisionsService } from './decisions-service.ts';
import type { Section, Sentence } from './sentence.ts';
import { specification } from './specification.ts';
import { specificationEndpoints } from './specification-endpoints.ts';

export const sources: readonly { readonly title: string; readonly sections: readonly Section[] }[] = [
  { title: 'The specification', sections: [...specification, ...specificationEndpoints] },
  { title: 'The decisions', sections: [...decisions, ...decisionsService] },
];

export const catalogue: ReadonlyMap<string, Sentence> = new Map(
  sources.flatMap(({ sections }) => sections.flatMap(({ sentences }) => Object.entries(sentences))),
);
