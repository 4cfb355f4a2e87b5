/** Leaves the advice for programmers out of the error codes of the SDK: the dashboard has its own texts, and never shows it. */
import type { Plugin } from 'vite';

const errorCodes = /\/sdk\/src\/generated\/error-codes\.ts$/;
const advice = /next: "(?:[^"\\]|\\.)*"/g;

export function withoutNextSteps(): Plugin {
  return {
    name: 'octavo-without-next-steps',
    enforce: 'pre',
    transform: (code, id) =>
      errorCodes.test(id) ? { code: code.replaceAll(advice, 'next: ""'), map: null } : undefined,
  };
}
