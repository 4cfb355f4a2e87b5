/** A paper: title, numbered sections, lists, tables and footnotes. */
import type { Random } from '../random.ts';
import { heading, list, paragraph, type SourceBlock, type SourceTable } from '../source.ts';
import { prose, sentence, sentences } from './sentences.ts';

const titles = [
  'A Survey of Inland Navigation and Its Measurement',
  'Field Notes on Hydrological Stations',
  'Efficient Classification of Municipal Records',
  'Annual Report of the Coastal Observatory',
];
const sectionTitles = [
  'Introduction',
  'Materials and Methods',
  'Observations',
  'Discussion',
  'Limitations',
  'Conclusion',
];
const partTitles = [
  'Site Selection',
  'Calibration of Instruments',
  'Statistical Treatment',
  'Comparison with Earlier Work',
  'Regional Differences',
  'Unresolved Questions',
];

export type PaperShape = {
  readonly tables?: readonly SourceTable[];
  readonly notes?: boolean;
  readonly sections?: number;
  /** Sentences of a paragraph. */
  readonly length?: number;
};

function partsOf(random: Random, section: number, length: number): SourceBlock[] {
  const title = (part: number, at: number) => heading(3, `${section + 1}.${part} ${partTitles[at % 6]}`);
  return [
    title(1, section),
    paragraph(prose(random, length)),
    list(section % 2 === 0, sentences(random, 4)),
    title(2, section + 3),
    paragraph(prose(random, length)),
  ];
}

export function paper(random: Random, shape: PaperShape = {}): SourceBlock[] {
  const { tables = [], notes = false, sections = 5, length = 5 } = shape;
  const blocks: SourceBlock[] = [heading(1, random.pick(titles))];
  const waiting = [...tables];
  for (let section = 0; section < sections; section++) {
    blocks.push(heading(2, `${section + 1} ${sectionTitles[section % 6]}`), paragraph(prose(random, length)));
    const withNote = notes && section % 2 === 0;
    if (withNote) {
      const text = prose(random, 3);
      blocks.push(paragraph(text, sentence(random)));
    } else blocks.push(paragraph(prose(random, length)));
    if (section > 0 && section < 4) blocks.push(...partsOf(random, section, length));
    const table = section > 0 ? waiting.shift() : undefined;
    if (table) blocks.push(table);
  }
  for (const table of waiting) blocks.push(table, paragraph(prose(random, 3)));
  return blocks;
}
