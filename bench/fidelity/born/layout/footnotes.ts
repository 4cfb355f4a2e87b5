/** Footnotes and a table of contents, set by LaTeX on one page each. */
import { bodyHtml, truthHtml } from '../html.ts';
import { paperTex } from '../papers/latex.ts';
import { type BornDocument, heading, paragraph, type SourceBlock } from '../source.ts';
import { contract, science, story } from './texts.ts';

/** LaTeX writes quotes and apostrophes with other characters. */
const plainQuotes = (text: string) =>
  text.replaceAll(/[“”]/g, '').replaceAll('’', "'").replaceAll('°', ' degrees ');

function essay(id: string, columns: 1 | 2): BornDocument {
  const texts = [...story.slice(0, 3), ...science.slice(0, 2)].map(plainQuotes);
  const notes = contract.map((text) => plainQuotes(text.split('. ')[0] ?? ''));
  const blocks: SourceBlock[] = [
    heading(1, 'Letters to the Council'),
    heading(2, 'The Ferry'),
    ...texts.slice(0, 3).map((text, at) => paragraph(text, `${notes[at]}.`)),
    heading(2, 'The Roof'),
    paragraph(texts[3] ?? '', `${notes[3]}.`),
    paragraph(texts[4] ?? ''),
  ];
  const tex = paperTex(blocks, { columns, font: 'mathptmx' });
  return { id, truth: truthHtml(bodyHtml(blocks)), setting: { program: 'latex', tex } };
}

export const footnoteDocuments = (): readonly BornDocument[] => [essay('tex-footnotes', 1)];
