/** All properties of the outputs of one document. Each check returns what is wrong, so that a tool can count it. */
import type { Document, DocumentStream } from '../model/document.ts';
import { walk } from '../model/walk.ts';
import { defaultWriteOptions, type WriteOptions } from '../model/write-options.ts';
import { readStored, writeStored } from '../store/stored-document.ts';
import { writeHtml } from '../write/write-html.ts';
import { writeJson } from '../write/write-json.ts';
import { writeMarkdown } from '../write/write-markdown.ts';
import { writeText } from '../write/write-text.ts';
import {
  difference,
  type Facts,
  type LinkFact,
  normal,
  sameList,
  type Violation,
  withoutSpace,
} from './facts.ts';
import { htmlFacts, validator } from './html-facts.ts';
import { contentOf, contentsAnywhere, jsonFacts } from './json-facts.ts';
import { jsonShape } from './json-shape.ts';
import { jsonText } from './json-text.ts';
import { foundAddresses, isTable, markdownFacts } from './markdown-facts.ts';
import { schemaFaults } from './schema-faults.ts';

export type Outputs = {
  readonly json: string;
  readonly markdown: string;
  readonly markdownWithHtml: string;
  readonly html: string;
  readonly text: string;
};

export function writeOutputs(document: DocumentStream, options: WriteOptions = defaultWriteOptions): Outputs {
  return {
    json: [...writeJson(document, options)].join(''),
    markdown: [...writeMarkdown(document, { ...options, markdownWithHtml: false })].join(''),
    markdownWithHtml: [...writeMarkdown(document, { ...options, markdownWithHtml: true })].join(''),
    html: [...writeHtml(document, options)].join(''),
    text: [...writeText(document, options)].join(''),
  };
}

function checkJson(document: Document, outputs: Outputs): readonly Violation[] {
  const walked = [...walk(document.kids)].flatMap(contentOf);
  return [
    ...sameList('walking kids meets all text', contentsAnywhere(document).toSorted(), walked.toSorted()),
    ...schemaFaults(document).map((detail) => ({ property: 'json matches its schema', detail })),
    ...difference('text is the text of json', jsonText(document.kids), outputs.text),
  ];
}

const compareFacts = (format: string, expected: Facts, found: Facts): readonly Violation[] => [
  ...difference(`${format} has the text`, expected.text, found.text),
  ...sameList(`${format} has the links and no others`, expected.links, found.links),
  ...sameList(`${format} has the images and no others`, expected.images, found.images),
  ...sameList(`${format} has the cells of the tables`, expected.tables, found.tables),
  ...sameList(`${format} has the footnotes`, expected.notes, found.notes),
];

const misleads = ({ target, words }: LinkFact) =>
  !['', 'http://', 'mailto:'].some((prefix) => target === prefix + words);

function checkMarkdown(document: Document, outputs: Outputs): readonly Violation[] {
  const found = markdownFacts(outputs.markdown);
  return [
    ...compareFacts('markdown', jsonFacts(document, 'as text', 'references'), found),
    ...sameList('markdown has no html', [], found.html),
    ...sameList(
      'addresses found in markdown lead where they say',
      [],
      foundAddresses(outputs.markdown).filter(misleads),
    ),
    ...sameList('markdown has the blocks', jsonShape(document.kids), found.shape),
  ];
}

const inlineHtml = /^<(?:\/?su[bp]|br)>$/;

/** Html in markdown is a table, or the few inline elements that markdown lacks. */
function checkMarkdownWithHtml(document: Document, outputs: Outputs): readonly Violation[] {
  const found = markdownFacts(outputs.markdownWithHtml);
  return [
    ...compareFacts('markdown with html', jsonFacts(document, 'as lists', 'references'), found),
    ...sameList(
      'markdown with html has only tables',
      [],
      found.html.filter((value) => !inlineHtml.test(value) && !isTable(value)),
    ),
    ...found.htmlTables.flatMap((facts) => unexpectedMarkup('markdown with html', facts)),
  ];
}

const elements = new Set(
  'html head meta title style body section h1 h2 h3 h4 h5 h6 p pre code ul ol li table thead tbody tr th td figure figcaption img div a strong em s sup sub br'.split(
    ' ',
  ),
);
const attributes = new Set(
  'lang dir charset name content id class href src alt rowspan colspan scope start'.split(' '),
);

const unexpectedMarkup = (format: string, facts: ReturnType<typeof htmlFacts>): readonly Violation[] => [
  ...sameList(
    `${format} has only elements of the writer`,
    [],
    [...facts.elements].filter((name) => !elements.has(name)),
  ),
  ...sameList(
    `${format} has only attributes of the writer`,
    [],
    [...facts.attributes].filter((name) => !attributes.has(name)),
  ),
];

function checkHtml(document: Document, outputs: Outputs): readonly Violation[] {
  const report = validator.validateStringSync(outputs.html);
  const messages = report.results.flatMap((result) => result.messages);
  const found = htmlFacts(outputs.html);
  return [
    ...messages.map(({ ruleId, message, line }) => ({
      property: 'html passes html-validate',
      detail: `${ruleId} on line ${line}: ${message}`,
    })),
    ...compareFacts('html', jsonFacts(document, 'as lists', 'links'), found),
    ...unexpectedMarkup('html', found),
  ];
}

function checkStored(
  document: DocumentStream,
  outputs: Outputs,
  options: WriteOptions,
): readonly Violation[] {
  const lines = [...writeStored(document)].map((line) => line.slice(0, -1));
  const again = writeOutputs(
    readStored(() => lines),
    options,
  );
  return (['json', 'markdown', 'markdownWithHtml', 'html', 'text'] as const).flatMap((format) =>
    difference(`${format} of the stored document is the same`, outputs[format], again[format]),
  );
}

/** Breaks come on top: without white space, everything is as without them. */
function checkLineBreaks(
  document: DocumentStream,
  outputs: Outputs,
  options: WriteOptions,
): readonly Violation[] {
  const broken = writeOutputs(document, { ...options, keepLineBreaks: true });
  const texts = (of: Outputs) => [markdownFacts(of.markdown).text, htmlFacts(of.html).text, normal(of.text)];
  const [expected, found] = [texts(outputs).map(withoutSpace), texts(broken).map(withoutSpace)];
  return [
    ...sameList('outputs with line breaks have the same text', expected, found),
    ...sameList('markdown with line breaks has no html', [], markdownFacts(broken.markdown).html),
  ];
}

export function checkDocument(
  document: DocumentStream,
  options: WriteOptions = defaultWriteOptions,
): readonly Violation[] {
  const outputs = writeOutputs(document, options);
  const parsed = JSON.parse(outputs.json) as Document;
  return [
    ...checkJson(parsed, outputs),
    ...checkMarkdown(parsed, outputs),
    ...checkMarkdownWithHtml(parsed, outputs),
    ...checkHtml(parsed, outputs),
    ...checkStored(document, outputs, options),
    ...checkLineBreaks(document, outputs, options),
  ];
}
