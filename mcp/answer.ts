/** The form of every answer: a notice, what the service says, the document's text between markers, and the next calls. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { TokenCounter } from '@octavo/document/reading/count-tokens.ts';
import type { NextCall } from './next-call.ts';
import { cutChars, markUntrusted, newMarkerId, untrustedNotice, withoutMarkers } from './untrusted-text.ts';

export type Answer = {
  /** What the service itself says: no text of a document. */
  readonly facts: readonly string[];
  /** Text of the document, or that contains some. */
  readonly text: string;
  /** The calls that lead on, as the model would write them. */
  readonly next: readonly NextCall[];
  /** The same for programs, without the text. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Name of the field of `structuredContent` with the marked text; left out if `data` has it in parts. */
  readonly textField?: string;
};

/** What the notice, the markers and the next calls need of a budget: a cursor has 130 tokens, and stands there twice. */
export const frameTokens = 450;

export const countTokens = (text: string): number => new TokenCounter().count(text);

/** Of document text in an answer, where it stands as text and as a string of JSON. */
export function textTokens(text: string): number {
  const marked = withoutMarkers(text);
  return Math.max(countTokens(marked), countTokens(JSON.stringify(marked)));
}

/** The beginning of a text that is too long. */
export function cutToTokens(text: string, tokensMax: number): string {
  let cut = text;
  for (let tokens = textTokens(cut); tokens > tokensMax; tokens = textTokens(cut)) {
    cut = cutChars(cut, Math.floor((cut.length * tokensMax * 0.9) / tokens));
  }
  return cut;
}

/** The least that reading by tokens is asked for. */
const leastTokens = 100;

/** Reads a part that fits into the tokens also after its markers and quotation marks are escaped. */
export async function partThatFits<Part extends { readonly content: string }>(
  tokensMax: number,
  read: (tokens: number) => Promise<Part>,
): Promise<Part> {
  // Most text grows by less than a tenth as JSON.
  let asked = Math.floor(tokensMax * 0.9);
  for (;;) {
    const part = await read(asked);
    const tokens = textTokens(part.content);
    if (tokens <= tokensMax || asked <= leastTokens) return part;
    asked = Math.max(leastTokens, Math.floor((asked * tokensMax * 0.9) / tokens));
  }
}

export function answerText({ facts, text, next }: Answer, markerId: string): string {
  return [
    untrustedNotice(markerId),
    ...facts,
    ...(text === '' ? [] : [markUntrusted(text, markerId)]),
    ...next.map(({ text: call }) => `Next: ${call}`),
  ].join('\n');
}

/** Names only calls of tools that are offered. */
export function toolResult(whole: Answer, isOffered: (tool: string) => boolean): CallToolResult {
  const answer = { ...whole, next: whole.next.filter(({ tool }) => isOffered(tool)) };
  const markerId = newMarkerId();
  const { data, text, next, textField } = answer;
  return {
    content: [{ type: 'text', text: answerText(answer, markerId) }],
    structuredContent: {
      notice: untrustedNotice(markerId),
      ...data,
      ...(textField !== undefined && text !== '' && { [textField]: markUntrusted(text, markerId) }),
      next: next.map((call) => call.text),
    },
  };
}

/** How many of the items fit into the tokens, both as lines of text and as JSON. */
export function itemsThatFit<Item>(
  items: readonly Item[],
  tokensMax: number,
  line: (item: Item) => string,
  json: (item: Item) => unknown,
): number {
  const counter = new TokenCounter();
  let [asText, asJson] = [0, 0];
  for (const [index, item] of items.entries()) {
    asText += counter.count(`${line(item)}\n`);
    asJson += counter.count(`${JSON.stringify(json(item))},`);
    if (Math.max(asText, asJson) > tokensMax) return index;
  }
  return items.length;
}
