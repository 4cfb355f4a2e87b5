/** Printed lines that the engine parted: around raised marks, and next to a large first letter. */
import { describe, expect, it } from 'vitest';
import { heading, line, paragraph, run } from '../testing/extraction-builder.ts';
import { outlineOf, refined } from '../testing/refined.ts';

const mark = (text: string, x: number, y: number) => paragraph([line(run(text, x, y, { size: 5 }))]);
const filler = (y: number) => paragraph(['Lines of text that show the usual size.'], { y });

describe('a raised mark between two parts of a line', () => {
  it('is in the text, with what follows it', () => {
    const blocks = refined([
      paragraph(['A claim that has a', 'source.'], { y: 700 }),
      mark('1', 85, 692),
      paragraph([line(run('Then it', 91, 688)), line(run('goes on here.', 50, 676))]),
      filler(600),
    ]);
    expect(outlineOf(blocks)[0]).toBe('paragraph A claim that has a source.1 Then it goes on here.');
  });

  it('is in the text at its end', () => {
    const blocks = refined([paragraph(['A claim.'], { y: 700 }), mark('2 5–7', 90, 704), filler(600)]);
    expect(outlineOf(blocks)[0]).toBe('paragraph A claim.2 5–7');
  });

  it.each([
    ['is not raised', mark('1', 90, 700)],
    ['is farther away', mark('1', 110, 704)],
    ['is a word', mark('new', 90, 704)],
    ['is of the same size', paragraph([line(run('1', 90, 704))])],
  ])('is a text of its own if it %s', (_, other) => {
    const blocks = refined([paragraph(['A claim.'], { y: 700 }), other, filler(600)]);
    expect(outlineOf(blocks)[0]).toBe('paragraph A claim.');
  });
});

describe('a large first letter', () => {
  const letter = heading('O', 1, { y: 680, look: { size: 30 } });

  it('is the beginning of the text next to it and below it', () => {
    const beside = paragraph(['ver the years it', 'grew and then it'], { x: 67, y: 696 });
    const below = paragraph(['went on in the lines'], { y: 672 });
    expect(outlineOf(refined([letter, beside, below, filler(600)]))[0]).toBe(
      'paragraph Over the years it grew and then it went on in the lines',
    );
  });

  it('stays alone if the text is farther away or not level with it', () => {
    const [far, low] = [
      { x: 90, y: 696 },
      { x: 67, y: 668 },
    ];
    for (const place of [far, low]) {
      const [first] = outlineOf(refined([letter, paragraph(['ver the years it'], place), filler(600)]));
      expect(first).not.toContain('Over');
    }
  });
});
