/** The text of the json, as its documentation tells clients to compute it. Independent of the text writer. */
import type { DocumentNode } from '../model/blocks.ts';

type AnyNode = DocumentNode & { readonly content?: string; readonly label?: string };

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

function lineOf(node: AnyNode): string {
  if (node.type === 'field') {
    const label = oneLine(node.label ?? node.name);
    if (node.field_type === 'checkbox') return oneLine(`${node.value === true ? '☑' : '☐'} ${label}`);
    const value = oneLine(node.content);
    return value === '' || label === '' ? value : `${label}: ${value}`;
  }
  if (node.type === 'list_item' && node.label)
    return node.content ? `${node.label} ${node.content}` : node.label;
  return node.content ?? '';
}

function linesOf(nodes: readonly DocumentNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'row')
      return [node.kids.map((cell) => oneLine(linesOf(cell.kids).join(' '))).join('\t')];
    return [lineOf(node), ...linesOf(node.kids)];
  });
}

export const jsonText = (kids: readonly DocumentNode[]): string =>
  linesOf(kids)
    .filter((line) => line.trim() !== '')
    .map((line) => `${line}\n`)
    .join('');
