/** A fast path for text that needs no escapes in markdown. */
import { defaultHandlers, type Handle, type Options } from 'mdast-util-to-markdown';

/**
 * Characters that mean nothing in markdown after the beginning of a line. The library searches each text for some
 * sixty patterns; most texts of a document have none, and skipping the search halves the cost of a page.
 */
const plain = /^(?:[\w \u0080-\uffff,;'"%$/?{}^()+=>-](?<!_)|[.:@]|[!&](?= ))*$/;
const plainStart = /^(?!\d+[.)])[A-Za-z0-9\u0080-\uffff("']/;

const isLineEnd = (text: string) => text === '\n' || text === '\r';

/** Whether a text is its own markdown between what stands before and after it. */
export function isPlain(value: string, before: string, after: string): boolean {
  if (!plain.test(value)) return false;
  if (isLineEnd(after.charAt(0)) && value.endsWith(' ')) return false;
  return before === '' || isLineEnd(before.slice(-1)) ? plainStart.test(value) : !/^[(:]/.test(value);
}

const text: Handle = (node, parent, state, info) =>
  isPlain(node.value, info.before, info.after) ? node.value : defaultHandlers.text(node, parent, state, info);

export const markdownEscapes: Options = { handlers: { text } };
