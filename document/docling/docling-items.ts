/** Blocks as items of a DoclingDocument: flat lists of texts, tables, pictures and groups that refer to each other. */
import { blockText, cellText, fieldText } from '../model/block-text.ts';
import type {
  Artifact,
  Block,
  Cell,
  Field,
  Figure,
  List,
  ListItem,
  Table,
  TextBlock,
} from '../model/blocks.ts';
import { type Box, unionBox } from '../model/box.ts';

/** Lists of a DoclingDocument that have items. */
export const itemLists = ['groups', 'texts', 'pictures', 'tables'] as const;
export type ItemList = (typeof itemLists)[number];

type Reference = { readonly $ref: string };
type Item = { readonly self_ref: string; readonly children: Reference[] };

export type DoclingItem = { readonly list: ItemList; readonly item: object };

type Located = { readonly page: number; readonly box: Box };
type Printed = Located & { readonly content: string; readonly lines: TextBlock['lines'] };
type Labelled = { readonly label: string } & Readonly<Record<string, unknown>>;

const body: Reference = { $ref: '#/body' };

const boundingBox = ([l, b, r, t]: Box) => ({ l, t, r, b, coord_origin: 'BOTTOMLEFT' });

const provenance = ({ page, box }: Located, start: number, end: number) => ({
  page_no: page,
  bbox: boundingBox(box),
  charspan: [start, end],
});

/** One place on each page that the text is printed on. */
function provenancesOf({ lines, content, ...at }: Printed): readonly object[] {
  if (lines.length === 0) return [provenance(at, 0, content.length)];
  const byPage = Map.groupBy(lines, ({ page }) => page);
  return [...byPage].map(([page, printed]) => {
    const box = unionBox(printed.map((line) => line.box));
    const ends = printed.map(({ end }) => end);
    return provenance({ page, box }, printed[0]?.start ?? 0, Math.max(...ends));
  });
}

const textLabels = {
  heading: 'section_header',
  paragraph: 'text',
  code: 'code',
  formula: 'formula',
  footnote: 'footnote',
  caption: 'caption',
} as const satisfies Record<TextBlock['type'], string>;

/** What items of one kind have besides a text. */
function extrasOf(block: TextBlock): Readonly<Record<string, unknown>> {
  if (block.type === 'heading') return { level: block.level };
  if (block.type !== 'code') return {};
  return { captions: [], references: [], footnotes: [], image: null, code_language: 'unknown' };
}

function cellOf(cell: Cell): object {
  const { row, column, row_span: rowSpan, column_span: columnSpan } = cell;
  return {
    bbox: boundingBox(cell.box),
    row_span: rowSpan,
    col_span: columnSpan,
    start_row_offset_idx: row - 1,
    end_row_offset_idx: row - 1 + rowSpan,
    start_col_offset_idx: column - 1,
    end_col_offset_idx: column - 1 + columnSpan,
    text: cellText(cell),
    column_header: cell.header === 'column',
    row_header: cell.header === 'row',
    row_section: false,
  };
}

function fieldLabel({ field_type: type, value }: Field): string {
  if (type !== 'checkbox' && type !== 'radio') return 'text';
  return value === true ? 'checkbox_selected' : 'checkbox_unselected';
}

const floating = { captions: [] as Reference[], references: [], footnotes: [], image: null };

/** Numbers the items of a document in reading order, so that every walk gives them the same names. */
export class DoclingItems {
  readonly #counts: Record<ItemList, number> = { groups: 0, texts: 0, pictures: 0, tables: 0 };
  #made: DoclingItem[] = [];

  /** The items of a block of the document, and the references of those that the body has. */
  ofBlock(block: Block): { readonly items: readonly DoclingItem[]; readonly roots: readonly Reference[] } {
    this.#made = [];
    const roots = this.#block(block, body);
    return { items: this.#made, roots };
  }

  #add<T extends Labelled>(list: ItemList, parent: Reference, fields: T): Item & T {
    const self_ref = `#/${list}/${this.#counts[list]}`;
    this.#counts[list] += 1;
    const item = { self_ref, parent, children: [] as Reference[], content_layer: 'body', ...fields };
    this.#made.push({ list, item });
    return item;
  }

  #text(parent: Reference, printed: Printed, fields: Labelled): Item {
    const { content } = printed;
    return this.#add('texts', parent, {
      ...fields,
      prov: provenancesOf(printed),
      orig: content,
      text: content,
    });
  }

  #block(block: Block, parent: Reference): readonly Reference[] {
    switch (block.type) {
      case 'list':
        return [this.#list(block, parent)];
      case 'table':
        return [this.#table(block, parent)];
      case 'figure':
        return [this.#figure(block, parent)];
      case 'field':
        return [this.#field(block, parent)];
      case 'artifact':
        return [this.#artifact(block, parent)];
      default: {
        const label = textLabels[block.type];
        return [refOf(this.#text(parent, block, { label, ...extrasOf(block) }))];
      }
    }
  }

  #kids(item: Item, kids: readonly Block[]): void {
    for (const kid of kids) item.children.push(...this.#block(kid, refOf(item)));
  }

  #list({ kids, ordered }: List, parent: Reference): Reference {
    const group = this.#add('groups', parent, { label: 'list', name: 'list' });
    for (const kid of kids) group.children.push(this.#listItem(kid, ordered, refOf(group)));
    return refOf(group);
  }

  #listItem(kid: ListItem, ordered: boolean, parent: Reference): Reference {
    const fields = { label: 'list_item', enumerated: ordered, marker: kid.label ?? '-' };
    const item = this.#text(parent, kid, fields);
    this.#kids(item, kid.kids);
    return refOf(item);
  }

  #table(table: Table, parent: Reference): Reference {
    const cells = table.kids.flatMap((row) => row.kids.map(cellOf));
    const data = { table_cells: cells, num_rows: table.rows, num_cols: table.columns };
    const prov = [provenance(table, 0, 0)];
    return refOf(this.#add('tables', parent, { label: 'table', prov, ...floating, data }));
  }

  #figure(figure: Figure, parent: Reference): Reference {
    const captions: Reference[] = [];
    const prov = [provenance(figure, 0, 0)];
    const picture = this.#add('pictures', parent, { label: 'picture', prov, ...floating, captions });
    for (const kid of figure.kids) {
      const references = this.#block(kid, refOf(picture));
      picture.children.push(...references);
      if (kid.type === 'caption') captions.push(...references);
    }
    return refOf(picture);
  }

  #field(field: Field, parent: Reference): Reference {
    const content = fieldText(field);
    return refOf(this.#text(parent, { ...field, content, lines: [] }, { label: fieldLabel(field) }));
  }

  /** Not part of the body of the text: the layer says so. */
  #artifact(artifact: Artifact, parent: Reference): Reference {
    const fields = { label: `page_${artifact.kind}`, content_layer: 'furniture' };
    return refOf(this.#text(parent, { ...artifact, content: blockText(artifact), lines: [] }, fields));
  }
}

const refOf = ({ self_ref }: Item): Reference => ({ $ref: self_ref });
