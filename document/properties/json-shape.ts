/** The blocks that markdown must have, in order, in the words of `MarkdownFacts.shape`. */
import { fieldText } from '../model/block-text.ts';
import type { Block, List } from '../model/blocks.ts';
import { listStyle } from '../model/list-labels.ts';

const ifText = (text: string, shape: string): readonly string[] => (/\S/.test(text) ? [shape] : []);

function listShape(list: List): readonly string[] {
  if (list.kids.length === 0) return [];
  const style = listStyle(list);
  return [
    style === 'numbers' ? `ol:${list.start ?? 1}` : 'ul',
    ...list.kids.flatMap((item) => {
      const label = style === 'labels' ? (item.label ?? '') : '';
      return ['li', ...ifText(label + item.content, 'p'), ...jsonShape(item.kids)];
    }),
  ];
}

function blockShape(block: Block): readonly string[] {
  switch (block.type) {
    case 'heading':
      return ifText(block.content, `h${block.level}`);
    case 'code':
      return ifText(block.content, 'code');
    case 'list':
      return listShape(block);
    case 'table':
      return block.kids.length === 0 ? [] : ['table'];
    case 'field':
      return ifText(fieldText(block), 'p');
    case 'figure':
      return figureShape(block.kids, block.image !== undefined);
    case 'footnote':
      return [...(block.note === undefined ? [] : ['footnoteDefinition']), ...ifText(block.content, 'p')];
    case 'artifact':
      return jsonShape(block.kids);
    default:
      return ifText(block.content, 'p');
  }
}

/** The image stands after a caption that comes first, unless another comes last. */
function figureShape(kids: readonly Block[], hasImage: boolean): readonly string[] {
  const image = hasImage ? ['p'] : [];
  const captionFirst = kids[0]?.type === 'caption' && kids.at(-1)?.type !== 'caption';
  if (!captionFirst) return [...image, ...jsonShape(kids)];
  return [...jsonShape(kids.slice(0, 1)), ...image, ...jsonShape(kids.slice(1))];
}

export const jsonShape = (blocks: readonly Block[]): readonly string[] => blocks.flatMap(blockShape);
