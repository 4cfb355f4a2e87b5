/** Text is cut at its spans without losing a character, and only safe addresses are links. */
import type { Link } from '@octavo/sdk';
import { describe, expect, it } from 'vitest';
import { isSafeUrl, linkedRuns } from './text-runs.ts';

const site: Link = { url: 'https://example.org/' };

describe('the runs of a text', () => {
  it('have the styles of all spans that cover them, and stay together within a link', () => {
    const spans = [
      { start: 4, end: 12, link: site },
      { start: 8, end: 12, bold: true as const },
    ];
    expect(linkedRuns('See the site now', spans)).toEqual([
      { link: undefined, runs: [{ text: 'See ', styles: [] }] },
      {
        link: site,
        runs: [
          { text: 'the ', styles: [] },
          { text: 'site', styles: ['bold'] },
        ],
      },
      { link: undefined, runs: [{ text: ' now', styles: [] }] },
    ]);
  });

  it('have the confidence of recognized words, inside of emphasis too', () => {
    const words = [
      { start: 0, end: 3, confidence: 0.9 },
      { start: 4, end: 8, confidence: 0.5 },
    ];
    expect(linkedRuns('The tozn gate', [{ start: 0, end: 6, bold: true }], words)).toEqual([
      {
        link: undefined,
        runs: [
          { text: 'The', styles: ['bold'], confidence: 0.9 },
          { text: ' ', styles: ['bold'] },
          { text: 'to', styles: ['bold'], confidence: 0.5 },
          { text: 'zn', styles: [], confidence: 0.5 },
          { text: ' gate', styles: [] },
        ],
      },
    ]);
  });

  it('give the text back, whatever the spans are', () => {
    const content = 'a text of some words';
    const places = [-1, 0, 3, 7, content.length, 99];
    for (const start of places) {
      for (const end of places) {
        const spans = [
          { start, end },
          { start: 0, end: 5 },
          { start: end, end: start },
        ];
        const runs = linkedRuns(content, spans).flatMap((group) => group.runs);
        expect(runs.map(({ text }) => text).join('')).toBe(content);
      }
    }
    expect(linkedRuns('', [{ start: 0, end: 1 }])).toEqual([]);
  });
});

describe('an address', () => {
  it.each(['https://example.org', 'http://a', 'mailto:a@b.c', 'tel:+371'])('%s is a link', (url) => {
    expect(isSafeUrl(url)).toBe(true);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//a', ' https://a', ''])(
    '%s is text',
    (url) => expect(isSafeUrl(url)).toBe(false),
  );
});
