/** Documents at random, with text that is syntax in markdown and html, or that breaks formats. */
import fc from 'fast-check';
import type { Block, ListItem } from '../model/blocks.ts';
import { type DocumentStream, schemaId } from '../model/document.ts';
import { tableOf } from './arbitrary-table.ts';
import { place, text } from './arbitrary-text.ts';
import { nastyText } from './nasty-text.ts';

const leaf: fc.Arbitrary<Block> = fc
  .tuple(
    fc.constantFrom('paragraph', 'paragraph', 'heading', 'code', 'formula', 'footnote', 'caption'),
    place,
    text,
  )
  .chain(
    ([type, at, words]): fc.Arbitrary<Block> =>
      type === 'heading'
        ? fc
            .constantFrom(1 as const, 2 as const, 6 as const)
            .map((level) => ({ type, ...at, ...words, level, kids: [] as const }))
        : fc.constant({ type: type as 'paragraph', ...at, ...words, kids: [] as const }),
  );

const field: fc.Arbitrary<Block> = fc
  .record({
    at: place,
    name: nastyText,
    label: fc.option(nastyText, { nil: undefined }),
    value: nastyText,
    box: fc.boolean(),
  })
  .map(({ at, name, label, value, box: isBox }) => ({
    type: 'field',
    ...at,
    name,
    ...(label !== undefined && { label }),
    field_type: isBox ? 'checkbox' : 'text',
    value: isBox ? value.length % 2 === 0 : value,
    content: isBox ? '' : value,
    kids: [] as const,
  }));

const listOf = (kids: fc.Arbitrary<readonly Block[]>): fc.Arbitrary<Block> => {
  const label = fc.option(fc.oneof(fc.constantFrom('1.', '•', '(iv)', '2.', 'o'), nastyText), {
    nil: undefined,
  });
  const item: fc.Arbitrary<ListItem> = fc
    .tuple(place, text, label, kids)
    .map(([at, words, name, inside]) => ({
      type: 'list_item',
      ...at,
      ...(name !== undefined && { label: name }),
      ...words,
      kids: inside,
    }));
  return fc
    .record({
      at: place,
      ordered: fc.boolean(),
      start: fc.option(fc.nat(20), { nil: undefined }),
      kids: fc.array(item, { maxLength: 3 }),
    })
    .map(({ at, ordered, start, kids: items }) => ({
      type: 'list',
      ...at,
      ordered,
      ...(ordered && start !== undefined && { start }),
      kids: items,
    }));
};

const figureOf = (kids: fc.Arbitrary<readonly Block[]>): fc.Arbitrary<Block> =>
  fc
    .record({
      at: place,
      image: fc.constantFrom(
        undefined,
        'images/a_b-1.png',
        'data:image/png;base64,AAAA',
        'http://x.example/beacon.png',
      ),
      alt: fc.option(nastyText, { nil: undefined }),
      kids,
    })
    .map(({ at, image, alt, kids: inside }) => ({
      type: 'figure',
      ...at,
      ...(image !== undefined && { image }),
      ...(alt !== undefined && { alt }),
      kids: inside,
    }));

function block(depth: number, wild: boolean): fc.Arbitrary<Block> {
  if (depth === 0) return fc.oneof({ weight: 5, arbitrary: leaf }, field);
  const kids = fc.array(block(depth - 1, wild), { maxLength: 2 });
  return fc.oneof({ weight: 3, arbitrary: leaf }, field, listOf(kids), tableOf(kids, wild), figureOf(kids));
}

/** A paragraph with a mark, and the footnote that it refers to. */
const notedPair = (mark: string, index: number): readonly Block[] => {
  const name = index === 0 ? '1' : `1-${index + 1}`;
  const at = { page: index + 1, box: [0, 0, 1, 1] as const, lines: [], kids: [] as const };
  const span = (start: number) => ({ start, end: start + mark.length, sup: true as const, note: name });
  return [
    { type: 'paragraph', ...at, content: `Text${mark}(and more)`, spans: [span(4)] },
    { type: 'footnote', ...at, note: name, content: `${mark} [Note]: _x_`, spans: [span(0)] },
  ];
};

export const arbitraryDocument = (wild: boolean): fc.Arbitrary<DocumentStream> =>
  fc
    .record({
      title: fc.option(nastyText, { nil: undefined }),
      language: fc.constantFrom(undefined, 'en', 'ar-EG', 'not a tag'),
      bare: fc.array(fc.array(block(2, wild), { maxLength: 4 }), { minLength: 1, maxLength: 2 }),
      mark: fc.constantFrom(undefined, '1', '(12)', '*', '†'),
    })
    .map(({ bare, mark, ...rest }) => ({
      ...rest,
      pages: bare.map((kids, index) => (mark === undefined ? kids : [...kids, ...notedPair(mark, index)])),
    }))
    .map(({ title, language, pages }) => ({
      head: {
        schema: schemaId,
        ...(title !== undefined && { title }),
        ...(language !== undefined && { language }),
        page_count: pages.length,
        pages: pages.map((_, index) => ({ page: index + 1, width: 612, height: 792, rotation: 0 as const })),
        outline: [],
      },
      parts: () => pages.map((kids, index) => ({ page: index + 1, kids })),
    }));
