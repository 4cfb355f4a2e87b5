/** The tabs handle untrusted text safely. */
import { describe, expect, it } from 'vitest';
import {
  cliSample,
  curlSample,
  pythonSample,
  type SampleInput,
  shellQuoted,
  typescriptSample,
} from './code-samples.ts';
import { imageNameOf, isEmbeddedImage } from './image-name.ts';
import { ancestorsOf, jsonRows } from './json/json-rows.ts';
import { splitMarkdown } from './split-markdown.ts';
import { toTsv } from './tables-tab.tsx';

describe('a long markdown text', () => {
  const paragraphs = Array.from({ length: 400 }, (_, index) => `Paragraph ${index} ${'word '.repeat(10)}`);

  it('is split between blocks without losing text', () => {
    const text = paragraphs.join('\n\n');
    const pieces = splitMarkdown(text);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('\n')).toBe(text);
    for (const piece of pieces) expect(piece).toMatch(/^Paragraph/);
  });

  it('is never split within code, a list, a table or HTML', () => {
    const blank = `${paragraphs.slice(0, 150).join('\n\n')}\n\n`;
    const kept = ['```\na\n\nb\n```', '1. a\n\n2. b', '| a |\n| - |', '<table>\n\n<tr></tr>\n</table>'];
    for (const block of kept) {
      const pieces = splitMarkdown(`${blank}x\n\n${block}`);
      expect(pieces.filter((piece) => piece.includes(block))).toHaveLength(1);
    }
  });
});

describe('an image', () => {
  it('is an image of the job or embedded in the text', () => {
    expect(imageNameOf('images/image1.png')).toBe('image1.png');
    expect(isEmbeddedImage('data:image/png;base64,AAAA')).toBe(true);
  });

  it.each([
    'https://example.com/images/a.png',
    '//x/images/a.png',
    'images/../a',
    'images/a/b',
    'javascript:1',
    '',
    undefined,
  ])('is not fetched from %s', (link) => {
    expect(imageNameOf(link)).toBeNull();
    expect(isEmbeddedImage(link)).toBe(false);
  });

  it.each(['data:image/svg+xml;base64,AAAA', 'data:text/html;base64,AAAA', 'data:image/png,<svg>'])(
    'is not %s',
    (link) => expect(isEmbeddedImage(link)).toBe(false),
  );
});

it('rows for a spreadsheet keep their columns whatever the cells contain', () => {
  expect(
    toTsv([
      ['a\tb', 'c\nd'],
      ['', 'e'],
    ]),
  ).toBe('a b\tc d\n\te');
});

describe('the tree of a JSON value', () => {
  const value = { kids: [{ kids: [1] }, { 'a/b': null }] };

  it('contains the open branches, each row with its pointer', () => {
    expect(jsonRows(value, new Set(['', '/kids', '/kids/1'])).map(({ pointer }) => pointer)).toEqual([
      '',
      '/kids',
      '/kids/0',
      '/kids/1',
      '/kids/1/a~1b',
    ]);
    expect(jsonRows(value, new Set())).toHaveLength(1);
  });

  it('lists the branches to open for a row', () => {
    expect(ancestorsOf('/kids/0/kids/0')).toEqual(['', '/kids', '/kids/0', '/kids/0/kids', '/kids/0/kids/0']);
  });
});

describe('the code sample of a job', () => {
  const input: SampleInput = {
    baseUrl: 'https://octavo.example',
    fileName: "it's, a report.pdf",
    jobId: '1',
    options: {
      format: ['json', 'html'],
      pages: '1-3',
      content_safety_off: ['tiny'],
      replace_invalid_chars: "'",
    },
  };
  const plain = { ...input, fileName: 'a.pdf', options: {} };

  it('for curl is valid for any file name', () => {
    expect(shellQuoted("it's")).toBe("'it'\\''s'");
    expect(curlSample(input)).toBe(
      [
        'curl https://octavo.example/jobs \\',
        '  -H "X-Api-Key: $OCTAVO_API_KEY" \\',
        `  -F 'file=@"it'\\''s, a report.pdf"' \\`,
        `  -F 'options={"format":["json","html"],"pages":"1-3","content_safety_off":["tiny"],"replace_invalid_chars":"'\\''"}'`,
      ].join('\n'),
    );
    expect(curlSample(plain)).toMatch(/-F file=@a\.pdf$/);
  });

  it('in TypeScript is idiomatic', () => {
    expect(typescriptSample(input)).toContain(
      `octavo.convert('it\\'s, a report.pdf', {\n  format: ['json', 'html'],\n  pages: '1-3',\n  content_safety_off: ['tiny'],\n  replace_invalid_chars: '\\'',\n});`,
    );
    expect(typescriptSample(plain)).toContain("octavo.convert('a.pdf');");
  });

  it('in Python has its options as keyword arguments', () => {
    expect(pythonSample({ ...input, options: { ...input.options, sanitize: true } })).toBe(
      [
        'from octavo import Octavo',
        '',
        'client = Octavo(base_url="https://octavo.example")',
        'result = client.convert(',
        '    "it\'s, a report.pdf",',
        '    format=["json", "html"],',
        '    pages="1-3",',
        '    content_safety_off=["tiny"],',
        '    replace_invalid_chars="\'",',
        '    sanitize=True,',
        ')',
      ].join('\n'),
    );
    expect(pythonSample(plain)).toMatch(/result = client\.convert\("a\.pdf"\)$/);
  });

  it('for the CLI has a flag for each option', () => {
    expect(cliSample(input)).toContain(
      `octavo convert 'it'\\''s, a report.pdf' -f json,html --pages 1-3 -O 'content_safety_off=["tiny"]' -O 'replace_invalid_chars='\\'''`,
    );
  });
});
