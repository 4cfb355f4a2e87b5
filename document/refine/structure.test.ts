import { describe, expect, it } from 'vitest';
import type { Element } from '../model/extraction.ts';
import { extraction, heading, line, list, page, paragraph, run } from '../testing/extraction-builder.ts';
import { outlineOf, refined, refinedPages } from '../testing/refined.ts';
import { refineDocument } from './refine-document.ts';

const mono = { font: 'Courier' };
const body = (y: number, texts = ['Some words of the text that', 'fill a few lines of it.']): Element =>
  paragraph(texts, { y });
const code = (text: string, x: number, y: number) => line(run(text, x, y, mono));

describe('listings', () => {
  it('are split from the text they were joined with', () => {
    const text = paragraph([
      line(run('The command', 50, 700)),
      code('> sort(x)', 80, 682),
      line(run('sorts a vector.', 50, 664)),
    ]);
    expect(outlineOf(refined([text]))).toEqual([
      'paragraph The command',
      'code > sort(x)',
      'paragraph sorts a vector.',
    ]);
  });

  it.each([
    ['straight quotes that were set as text', 'say(”it’s”)', 'say("it\'s")'],
    ['pairs of quotes', 'say(“it”, ‘so’)', 'say(“it”, ‘so’)'],
  ])('have %s', (_name, printed, content) => {
    expect(
      outlineOf(refined([body(700), paragraph([code(printed, 80, 500), code('end', 80, 488)])])),
    ).toContain(`code ${content}\nend`);
  });

  it('keep blank lines, and the width of spaces', () => {
    const listing = paragraph([
      line(run('int a;', 80, 500, mono), run('/* one */', 80 + 12 * 5, 500, mono)),
      code('int b;', 80, 488),
      code('run(a);', 80, 464),
    ]);
    expect(outlineOf(refined([body(700), listing]))).toContain(
      'code int a;      /* one */\nint b;\n\nrun(a);',
    );
  });

  it('are single lines with room around them, also if the engine took the text below for a part of them', () => {
    const block = paragraph([
      code('make --all target', 50, 670),
      line(run('It runs for a while.', 50, 648)),
      line(run('Then it ends.', 50, 636)),
    ]);
    expect(outlineOf(refined([body(700), block])).slice(-2)).toEqual([
      'code make --all target',
      'paragraph It runs for a while. Then it ends.',
    ]);
  });

  it('are not lines of a sentence whose words happen to be code', () => {
    const text = paragraph([line(run('Call it with', 50, 700)), code('sort(x, decreasing)', 50, 688)]);
    expect(outlineOf(refined([body(600), text]))).toContain('paragraph Call it with sort(x, decreasing)');
  });

  it('may begin with what looks like a label', () => {
    const listing = paragraph([code('- hosts: all', 80, 500), code('  roles: web', 80, 488)]);
    expect(outlineOf(refined([body(700), listing]))).toContain('code - hosts: all\n  roles: web');
  });

  it('are in the item they are indented to', () => {
    const blocks = refined([
      body(760),
      list([['• Run this:', 60]], { y: 700 }),
      paragraph([code('make all', 90, 682)]),
      body(640),
    ]);
    expect(outlineOf(blocks).slice(1, 4)).toEqual([
      'list ul',
      '  list_item [•] Run this:',
      '    code make all',
    ]);
  });
});

describe('points on slides', () => {
  const large = { size: 16 };
  const point = (text: string, y: number, x = 50): Element => heading(text, 3, { x, y, look: large });

  it('are items, with their second lines, although they are as large as headings', () => {
    const blocks = refined([
      body(200),
      body(160),
      heading('Rules', 1, { y: 760, look: { size: 30 } }),
      point('■ All texts are tagged', 700),
      point('in their order', 680, 80),
      point('■ All images are described', 650),
    ]);
    const outline = outlineOf(blocks);
    expect(outline.filter((one) => one.startsWith('heading'))).toEqual(['heading 1 Rules']);
    expect(outline.filter((one) => one.includes('list_item'))).toHaveLength(2);
    expect(outline.join(' ')).toContain('in their order');
  });

  it('are items if they count and nothing stands between them', () => {
    const topics = ['1. Introduction', '2. Advantages', '3. Future'];
    const blocks = refined([body(200), body(160), ...topics.map((text, at) => point(text, 700 - at * 30))]);
    expect(outlineOf(blocks).filter((one) => one.includes('list_item'))).toHaveLength(3);
  });

  it('are headings if each has its text', () => {
    const topics = ['1. Introduction', '2. Advantages', '3. Future'];
    const blocks = refined(topics.flatMap((text, at) => [point(text, 700 - at * 80), body(680 - at * 80)]));
    expect(outlineOf(blocks).filter((one) => one.startsWith('heading'))).toHaveLength(3);
  });
});

describe('definition lists', () => {
  it('have the term as item and the indented text below it inside', () => {
    const text = paragraph([
      code('--all', 50, 700),
      line(run('Shows everything there', 100, 688)),
      line(run('is to show.', 100, 676)),
      code('--none', 50, 664),
      line(run('Shows nothing.', 100, 652)),
    ]);
    expect(outlineOf(refined([body(760), text]))).toEqual([
      'paragraph Some words of the text that fill a few lines of it.',
      'list ul',
      '  list_item --all',
      '    paragraph Shows everything there is to show.',
      '  list_item --none',
      '    paragraph Shows nothing.',
    ]);
  });

  it('may declare functions, with their kind at the right edge and lines that go on', () => {
    const [name, slanted] = [
      { font: 'Courier', size: 11 },
      { italic: true as const, size: 11 },
    ];
    const kind = (y: number) => run('[Function]', 400, y);
    const declared = paragraph([
      line(run('int first', 50, 700, name), run('(int x)', 105, 700, slanted), kind(700)),
      line(run('int other', 50, 688, name), run('(int x, int y,', 105, 688, slanted), kind(688)),
      line(run('int z)', 90, 676, slanted)),
    ]);
    const text = paragraph(['Some words of the text that', 'say what both of them do.'], { x: 70, y: 664 });
    for (const element of [declared, { ...declared, type: 'heading' as const, level: 3 } as Element]) {
      expect(outlineOf(refined([body(760), element, text])).slice(1)).toEqual([
        'list ul',
        '  list_item int first (int x) [Function]',
        '  list_item int other (int x, int y, [Function] int z)',
        '    paragraph Some words of the text that say what both of them do.',
      ]);
    }
  });

  it('may have the text beside the term', () => {
    const beside = (term: string, text: string, y: number) => line(run(term, 50, y, mono), run(text, 100, y));
    const text = paragraph([beside('-a', 'Shows everything.', 700), beside('-n', 'Shows nothing.', 684)]);
    expect(outlineOf(refined([body(760), text])).slice(1)).toEqual([
      'list ul',
      '  list_item -a',
      '    paragraph Shows everything.',
      '  list_item -n',
      '    paragraph Shows nothing.',
    ]);
  });

  it('have terms that are code and other words, unlike their description', () => {
    const term = (name: string, y: number) =>
      line(run(name, 50, y, mono), run('or other', 54 + name.length * 5, y));
    const text = paragraph([
      term('prefix/bin', 700),
      line(run('the programs', 100, 688)),
      term('prefix/man', 670),
      line(run('the manual', 100, 658)),
    ]);
    expect(outlineOf(refined([body(760), text])).slice(1)).toEqual([
      'list ul',
      '  list_item prefix/bin or other',
      '    paragraph the programs',
      '  list_item prefix/man or other',
      '    paragraph the manual',
    ]);
  });

  it('have terms that share the text beside the last of them', () => {
    const text = paragraph([
      code('LGLSXP', 50, 700),
      line(run('INTSXP', 50, 688, mono), run('A block of numbers,', 120, 688)),
      line(run('with a length.', 120, 676)),
    ]);
    expect(outlineOf(refined([body(760), text])).slice(1)).toEqual([
      'list ul',
      '  list_item LGLSXP',
      '  list_item INTSXP',
      '    paragraph A block of numbers, with a length.',
    ]);
  });

  it('have all lines of a description that begins beside its term', () => {
    const first = paragraph([line(run('base', 50, 700, { bold: true }), run('Functions of the', 100, 700))]);
    const second = paragraph(['main package.'], { x: 100, y: 688 });
    expect(outlineOf(refined([body(760), first, second])).slice(1)).toEqual([
      'list ul',
      '  list_item base',
      '    paragraph Functions of the main package.',
    ]);
  });

  it('are not paragraphs whose first line is indented', () => {
    const text = [
      paragraph([line(run('It ends with', 50, 712)), line(run('code', 50, 700, mono))]),
      paragraph([line(run('The next paragraph begins', 65, 688)), line(run('here.', 50, 676))]),
    ];
    expect(outlineOf(refined(text)).some((block) => block.includes('list'))).toBe(false);
  });
});

describe('contents', () => {
  it('are lists of entries without leader dots, never headings', () => {
    const entries = [
      heading('1 Introduction ........ 3', 2, { y: 700 }),
      list([['1.1 Purpose ............ 3', 60]], { y: 680 }),
      list([['1.2 Scope .............. 4', 60]], { y: 668 }),
      heading('2 Rules ............... 12', 2, { y: 650 }),
    ];
    expect(outlineOf(refined(entries))).toEqual([
      'list ul',
      '  list_item 1 Introduction 3',
      '    list ul',
      '      list_item 1.1 Purpose 3',
      '      list_item 1.2 Scope 4',
      '  list_item 2 Rules 12',
    ]);
  });

  it('are read from top to bottom, also if the engine put entries of a level behind the others', () => {
    const entries = [
      list([['1 Introduction ......... 3', 50]], { y: 700 }),
      list([['1.1 Purpose ............ 3', 60]], { y: 688 }),
      list([['2 Rules ............... 12', 50]], { y: 664 }),
      list([['1.2 Scope .............. 4', 60]], { y: 676 }),
      list([['2.1 Names ............. 12', 60]], { y: 652 }),
    ];
    expect(outlineOf(refined(entries)).filter((block) => block.includes('item'))).toEqual([
      '  list_item 1 Introduction 3',
      '      list_item 1.1 Purpose 3',
      '      list_item 1.2 Scope 4',
      '  list_item 2 Rules 12',
      '      list_item 2.1 Names 12',
    ]);
  });

  it('have entries without dots whose numbers stand below the others', () => {
    const entry = (text: string, x: number, number: string, y: number) =>
      paragraph([line(run(`${text} `, x, y), run(number, 400, y))]);
    const dots = '.'.repeat(20);
    const entries = [
      entry('1 Scope', 50, '3', 700),
      entry('2 Becoming a Member', 50, '5', 688),
      entry(`2.1 Getting started ${dots}`, 60, '5', 676),
      entry(`2.2 Mentors ${dots}`, 60, '6', 664),
      entry(`2.3 Registering ${dots}`, 60, '6', 652),
      entry('3 Duties', 50, '9', 640),
      entry(`3.1 Maintainers ${dots}`, 60, '9', 628),
    ];
    expect(outlineOf(refined(entries)).filter((block) => block.includes('item'))).toEqual([
      '  list_item 1 Scope 3',
      '  list_item 2 Becoming a Member 5',
      '      list_item 2.1 Getting started 5',
      '      list_item 2.2 Mentors 6',
      '      list_item 2.3 Registering 6',
      '  list_item 3 Duties 9',
      '      list_item 3.1 Maintainers 9',
    ]);
  });

  it('keep the order of columns', () => {
    const entries = [
      list([['apple .... 3', 50]], { y: 700 }),
      list([['bread .... 4', 50]], { y: 688 }),
      list([['cheese .... 5', 300]], { y: 700 }),
      list([['dates .... 6', 300]], { y: 688 }),
    ];
    expect(outlineOf(refined(entries)).filter((block) => block.includes('item'))).toEqual([
      '  list_item apple 3',
      '  list_item bread 4',
      '  list_item cheese 5',
      '  list_item dates 6',
    ]);
  });
});

describe('headings', () => {
  const large = { size: 16, bold: true as const };

  it('are found by the style that others have, with the level of their number', () => {
    const blocks = refined([
      heading('1 One', 1, { y: 800, look: large }),
      body(780),
      heading('1.1 Inner', 1, { y: 740, look: { size: 13, bold: true } }),
      body(720),
      heading('2 Two', 1, { y: 680, look: large }),
      body(660),
      list([['1.2 Other', 50]], { y: 620 }),
      paragraph(['2.1 Missed'], { y: 600, look: { size: 13, bold: true } }),
      body(580),
      heading('2.2 Last', 1, { y: 540, look: { size: 13, bold: true } }),
    ]);
    expect(outlineOf(blocks).filter((block) => block.startsWith('heading'))).toEqual([
      'heading 1 1 One',
      'heading 2 1.1 Inner',
      'heading 1 2 Two',
      'heading 2 2.1 Missed',
      'heading 2 2.2 Last',
    ]);
  });

  it('are not texts in the style of the text, single letters or captions', () => {
    const blocks = refined([
      heading('Just a line of text', 1, { look: { size: 10 } }),
      heading('A', 1, { y: 720 }),
      heading('Table 3-1 lists them.', 1, { y: 690 }),
      body(660),
    ]);
    expect(outlineOf(blocks).some((block) => block.startsWith('heading'))).toBe(false);
  });

  it('are not the date and the addresses below the title of a document', () => {
    const blocks = refined([
      heading('The Title', 1, { y: 800, look: large }),
      heading('someone@example.org', 1, { y: 770 }),
      heading('January 4, 2023', 1, { y: 740 }),
      body(660),
    ]);
    expect(outlineOf(blocks).filter((block) => block.startsWith('heading'))).toEqual(['heading 1 The Title']);
  });

  it('that a detailed outline does not name are text, if their style is that of no other', () => {
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    const outline = titles.map((title, at) => ({ title, level: at === 0 ? 1 : 2, page: 1 }));
    const elements = titles.flatMap((title, at) => [
      heading(title, 1, { y: 800 - at * 100, look: large }),
      body(780 - at * 100),
    ]);
    const warning = heading('Caution', 5, { y: 250, look: { size: 10, bold: true } });
    const document = refineDocument(extraction([page(1, [...elements, warning])], { outline }), {});
    const blocks = [...document.parts()].flatMap((part) => part.kids);
    const found = outlineOf(blocks).filter((block) => block.startsWith('heading'));
    expect(found).toEqual(['heading 1 One', ...titles.slice(1).map((title) => `heading 2 ${title}`)]);
  });

  it('are titles of two centered lines, also if the outline begins below them', () => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    const outline = names.map((name, at) => ({ title: name, level: at === 0 ? 1 : 2, page: 1 }));
    const look = { size: 18, bold: true as const };
    const lines = [
      line(run('A title that is centered', 100, 800, look)),
      line(run('on two lines', 150, 778, look)),
    ];
    const title = { ...paragraph(lines), type: 'heading' as const, level: 1 } as Element;
    const elements = outline.flatMap(({ title: text }, at) => [
      heading(text, 1, { y: 740 - at * 100, look: large }),
      body(720 - at * 100),
    ]);
    const document = refineDocument(extraction([page(1, [title, ...elements])], { outline }), {});
    const [first] = outlineOf([...document.parts()].flatMap((part) => part.kids));
    expect(first).toMatch(/^heading \d A title that is centered on two lines$/);
  });

  it('have the number that is printed above them', () => {
    const blocks = refined([
      heading('Chapter 3', 1, { y: 760, look: large }),
      heading('Quoting', 1, { y: 730, look: large }),
      body(700),
    ]);
    expect(outlineOf(blocks)[0]).toBe('heading 1 Chapter 3 Quoting');
    const asItem = [
      body(780),
      list([['Chapter 3', 50]], { y: 760 }),
      heading('Quoting', 1, { y: 730, look: large }),
    ];
    expect(outlineOf(refined([...asItem, body(700)]))).toContain('heading 1 Chapter 3 Quoting');
  });
});

describe('lists', () => {
  it('have the items that the engine took for text', () => {
    const text = paragraph([
      line(run('• one item that', 60, 700)),
      line(run('goes on', 70, 688)),
      line(run('• two', 60, 676)),
    ]);
    expect(outlineOf(refined([body(760), text])).slice(1)).toEqual([
      'list ul',
      '  list_item [•] one item that goes on',
      '  list_item [•] two',
    ]);
  });

  it('have items with hands, which the engine took for paragraphs', () => {
    const texts = ['☞ one', '☛ two'].map((text, at) => paragraph([text], { x: 60, y: 700 - 20 * at }));
    expect(outlineOf(refined([body(760), ...texts])).filter((text) => text.includes('list_item'))).toEqual([
      '  list_item [☞] one',
      '  list_item [☛] two',
    ]);
  });

  it('have items with boxes, with or without a mark', () => {
    const lines = ['☒ Yes, I agree', '☐ No, not yet'];
    expect(outlineOf(refined([paragraph(lines, { y: 700 }), paragraph(['Text.'], { y: 600 })]))).toEqual([
      'list ul',
      '  list_item [☒] Yes, I agree',
      '  list_item [☐] No, not yet',
      'paragraph Text.',
    ]);
  });

  it('have items that stand alone on their page, if the number before them is on the page before', () => {
    const numbered = (text: string, number: number, y: number): Element =>
      paragraph([text], { page: number, x: 50, y });
    const pages = refinedPages([
      page(1, [numbered('1. Precision', 1, 700), numbered('2. Header line', 1, 660)]),
      page(2, [body(700), numbered('3. Encodings', 2, 600), body(560)]),
      page(3, [body(700), numbered('7. July was hot', 3, 600), body(560)]),
    ]);
    expect(outlineOf(pages[1] ?? [])).toContain('  list_item [3.] Encodings');
    expect(outlineOf(pages[2] ?? [])).toContain('paragraph 7. July was hot');
  });

  it('do not take the text after them', () => {
    const [blocks] = refinedPages([page(1, [body(760), list([['• one', 40]], { y: 700 }), body(680)])]);
    expect(outlineOf(blocks ?? []).at(-1)).toBe(
      'paragraph Some words of the text that fill a few lines of it.',
    );
  });

  it('are not made of captions', () => {
    const captions = list([
      ['Table 4: Results of the first test', 60],
      ['Table 5: Results of the second test', 60],
    ]);
    expect(outlineOf(refined([body(700), captions])).slice(-2)).toEqual([
      'paragraph Table 4: Results of the first test',
      'paragraph Table 5: Results of the second test',
    ]);
  });
});
