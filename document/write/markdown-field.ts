/** Form fields and images as inline mdast. */
import type { PhrasingContent } from 'mdast';
import { fieldText } from '../model/block-text.ts';
import type { Field, Figure } from '../model/blocks.ts';

/** `**Name:** value`; the words are those of the canonical text. */
export function markdownField(field: Field): PhrasingContent[] {
  const text = fieldText(field);
  if (text === '') return [];
  const label = /^(.*?):(?= )/.exec(field.field_type === 'checkbox' ? '' : text)?.[0];
  if (label === undefined || label === ':') return [{ type: 'text', value: text }];
  return [
    { type: 'strong', children: [{ type: 'text', value: label }] },
    { type: 'text', value: text.slice(label.length) },
  ];
}

/** The image as inline content; without an image only the words of a figure are written. */
export const markdownImage = (block: Figure): PhrasingContent[] =>
  block.image === undefined ? [] : [{ type: 'image', url: block.image, alt: block.alt?.trim() ?? '' }];
