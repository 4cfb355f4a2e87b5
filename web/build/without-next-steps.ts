/** Leaves the advice of the SDK's errors out of the dashboard, which has its own texts in both languages. */
import type { Plugin } from 'vite';

const errorCodes = /\/sdk\/src\/generated\/error-codes\.ts$/;
const advice = /next: "(?:[^"\\]|\\.)*"/g;
const nextSteps = /\/sdk\/src\/errors\/next-step\.ts$/;
const adviceOfSdk = /(const sdkNextSteps[^=]*= )\{.*?\n\};/s;

function withoutAdvice(code: string, id: string): string | null {
  if (errorCodes.test(id)) return code.replaceAll(advice, 'next: ""');
  return nextSteps.test(id) ? code.replace(adviceOfSdk, '$1{};') : null;
}

export function withoutNextSteps(): Plugin {
  return {
    name: 'octavo-without-next-steps',
    enforce: 'pre',
    transform: (source, id) => {
      const code = withoutAdvice(source, id);
      return code === null ? undefined : { code, map: null };
    },
  };
}
