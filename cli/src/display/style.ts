/** Colors for streams that support them, and text without control characters. */
import pc from 'picocolors';
import type { CliEnvironment, Output } from '../cli-environment.ts';

export type Styles = Record<'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold', (text: string) => string>;

/** NO_COLOR and FORCE_COLOR decide; otherwise whether the stream is a terminal. */
export function hasColors({ env }: Pick<CliEnvironment, 'env'>, stream: Output): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true;
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

export function stylesFor(environment: Pick<CliEnvironment, 'env'>, stream: Output): Styles {
  return pc.createColors(hasColors(environment, stream));
}

/** File names and messages may contain control characters, which could manipulate the terminal. */
export function safeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to show instead of obeying
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
