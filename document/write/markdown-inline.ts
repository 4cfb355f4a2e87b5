/** Inline nodes as mdast. */
import type { PhrasingContent } from 'mdast';
import type { Text } from '../model/blocks.ts';
import { type Inline, inlineTree, type ShiftedInline } from './inline-tree.ts';
import { type MarkKind, type Range, target } from './mark-ranges.ts';

export type MarkdownStyle = {
  readonly keepLineBreaks: boolean;
  readonly html: boolean;
  /** Whether marks of footnotes are references; where a text may stand without its footnotes, they are text. */
  readonly notes: boolean;
};

/** A heading and a cell are one line of markdown. */
export type Place = 'block' | 'heading' | 'cell';

const isSpace = (char: string | undefined) => char === undefined || /\s/u.test(char);
const isPunctuation = (char: string) => /[\p{P}\p{S}]/u.test(char);
const isWord = (char: string | undefined) => char !== undefined && !isSpace(char) && !isPunctuation(char);

/**
 * Markdown cannot begin a mark between a word and punctuation (`a**(b)**`): punctuation at such an edge is left out of
 * the mark. The alternative, character references in the middle of words, is harder to read than a comma that is not
 * bold.
 */
export function trimMarkdownEdge(content: string, { start, end }: Range): Range {
  let [from, to] = [start, end];
  const splitsWord = (outside: string | undefined, inside: string) =>
    isWord(outside) && isPunctuation(inside);
  while (from < to && (isSpace(content[from]) || splitsWord(content[from - 1], content[from] ?? ''))) from++;
  while (from < to && (isSpace(content[to - 1]) || splitsWord(content[to], content[to - 1] ?? ''))) to--;
  return { start: from, end: to };
}

const raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const lowered = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];

/** Unicode has raised and lowered digits; everything else stays as it is. */
function shifted(kids: readonly Inline[], digits: readonly string[]): readonly Inline[] {
  return kids.map((kid) =>
    kid.kind === 'text' && /^\d+$/.test(kid.value)
      ? { kind: 'text', value: kid.value.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit) }
      : kid,
  );
}

type Writer = { readonly style: MarkdownStyle; readonly place: Place };

const html = (value: string): PhrasingContent => ({ type: 'html', value });

function lineBreak({ style, place }: Writer): PhrasingContent {
  if (place === 'block') return { type: 'break' };
  return place === 'cell' && style.html ? html('<br>') : { type: 'text', value: ' ' };
}

function shiftedNodes(node: ShiftedInline, writer: Writer): PhrasingContent[] {
  if (writer.style.html) {
    return [html(`<${node.kind}>`), ...phrasing(node.kids, writer), html(`</${node.kind}>`)];
  }
  return phrasing(shifted(node.kids, node.kind === 'sup' ? raised : lowered), writer);
}

function phrasingNode(node: Inline, writer: Writer): PhrasingContent[] {
  switch (node.kind) {
    case 'text':
      return [{ type: 'text', value: node.value }];
    case 'break':
      return [lineBreak(writer)];
    case 'code':
      return [{ type: 'inlineCode', value: node.value }];
    case 'link':
      return [{ type: 'link', url: target(node.link), children: linkKids(node.kids, writer) }];
    case 'note':
      if (!writer.style.notes) return phrasing(node.kids, writer);
      return [{ type: 'footnoteReference', identifier: node.note, label: node.note }];
    case 'bold':
      return [{ type: 'strong', children: phrasing(node.kids, writer) }];
    case 'italic':
      return [{ type: 'emphasis', children: phrasing(node.kids, writer) }];
    case 'strike':
      return [{ type: 'delete', children: phrasing(node.kids, writer) }];
    default:
      return shiftedNodes(node, writer);
  }
}

/** The tree has no links in links. */
const linkKids = (kids: readonly Inline[], writer: Writer) =>
  phrasing(kids, writer) as Exclude<PhrasingContent, { type: 'link' | 'linkReference' }>[];

type Emphasis = Extract<PhrasingContent, { type: 'strong' | 'emphasis' | 'delete' }>;

const isEmphasis = (node: PhrasingContent | undefined): node is Emphasis =>
  node?.type === 'strong' || node?.type === 'emphasis' || node?.type === 'delete';

/**
 * A mark that begins where another one ends and ends within a word would be written with character references
 * (`*i*__&#x4E;__&#x2081;`), as in formulas: its text is written without the mark.
 */
function withoutTouchingMarks(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.flatMap((node, at): PhrasingContent[] => {
    if (!isEmphasis(node) || !isEmphasis(nodes[at - 1])) return [node];
    const next = nodes[at + 1];
    return isEmphasis(next) || (next?.type === 'text' && isWord(next.value[0])) ? node.children : [node];
  });
}

/** Neighbouring texts are one node, so that they are escaped as one. */
function phrasing(nodes: readonly Inline[], writer: Writer): PhrasingContent[] {
  const found: PhrasingContent[] = [];
  const written = nodes.flatMap((inline) => phrasingNode(inline, writer));
  for (const node of withoutTouchingMarks(written)) {
    const last = found.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else found.push(node);
  }
  return found;
}

/** Headings are bold by themselves. */
export function markdownInline(text: Text, style: MarkdownStyle, place: Place): PhrasingContent[] {
  const ignore: readonly MarkKind[] = place === 'heading' ? ['bold'] : [];
  const tree = inlineTree(text, { keepLineBreaks: style.keepLineBreaks, ignore, trimEdge: trimMarkdownEdge });
  return phrasing(tree, { style, place });
}
