/** Going through hits: in document order, around the ends, and without a jump when the list grows. */
import { beforeEach, describe, expect, it } from 'vitest';
import { FindStore } from './find-store.ts';
import { fromQuote, fromSearch, type Hit, inDocumentOrder } from './hit.ts';

const hit = (start: number, page: number): Hit => ({
  ...{ start, page, label: null, ref: '/kids/0' },
  ...{ boxes: [], before: '', match: 'word', after: '' },
});
const hits = [hit(10, 1), hit(50, 3), hit(90, 3), hit(200, 8)];

let visited: number[];
let store: FindStore;
beforeEach(() => {
  visited = [];
  store = new FindStore(({ start }) => visited.push(start));
});

describe('the hits of a search', () => {
  it('begin on the page that is open, or with the first if there are none behind it', () => {
    store.show(hits, 2);
    expect(store.found.active).toBe(1);
    store.clear();
    store.show(hits, 9);
    expect(store.found.active).toBe(0);
    expect(visited).toEqual([50, 10]);
  });

  it('are visited one after the other, around both ends', () => {
    store.show(hits, 8);
    store.step(1);
    store.step(-1);
    store.step(-1);
    expect(visited).toEqual([200, 10, 200, 90]);
  });

  it('keep the place without a jump when more of them are loaded', () => {
    store.show([hit(50, 3), hit(200, 8)], 4);
    expect(store.found.active).toBe(1);
    store.show(hits, 4);
    expect(store.found.active).toBe(3);
    expect(visited).toEqual([200]);
  });

  it('are gone after none was found, and stepping does nothing', () => {
    store.show(hits, 1);
    store.show([], 1);
    store.step(1);
    expect(store.found).toEqual({ hits: [], active: null });
    expect(visited).toEqual([10]);
  });

  it('notify only as long as somebody listens', () => {
    let calls = 0;
    const stop = store.subscribe(() => {
      calls += 1;
    });
    store.show(hits, 1);
    const before = calls;
    stop();
    store.step(1);
    expect(calls).toBe(before);
    expect(before).toBeGreaterThan(0);
  });
});

describe('a hit', () => {
  const boxes = [{ page: 2, box: [1, 2, 3, 4] }];

  it('comes from a search or from a quote', () => {
    const place = { page: 2, label: 'ii', start: 5, end: 9, score: 1, headings: [] };
    const text = { before: 'a ', match: 'word', after: ' b' };
    const expected = { start: 5, page: 2, label: 'ii', ref: '/kids/1', boxes, ...text };
    expect(fromSearch({ ...place, ...text, ref: '/kids/1', box: [0, 0, 9, 9], boxes })).toEqual(expected);
    expect(
      fromQuote({
        ...place,
        ...{ refs: ['/kids/1', '/kids/2'], boxes, differences: [], anchor: 'octavo:…' },
        selector: { type: 'TextQuoteSelector', prefix: 'a ', exact: 'word', suffix: ' b' },
      }),
    ).toEqual(expected);
  });

  it('has its place in the order of the document', () => {
    expect(inDocumentOrder([hit(9, 1), hit(3, 1), hit(100, 2)]).map(({ start }) => start)).toEqual([
      3, 9, 100,
    ]);
  });
});
