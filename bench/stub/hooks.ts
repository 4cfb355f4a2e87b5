/**
 * Puts stubs in the place of parts of a process that is about to start: `node --import=…/hooks.ts` with BENCH_STUBS
 * naming them. Everything else of the process is the service as it is.
 */
import { registerHooks } from 'node:module';

const places: Readonly<Record<string, readonly { readonly of: string; readonly by: string }[]>> = {
  engine: [
    { of: '/server/src/start/engine.ts', by: './engine.ts' },
    { of: '/server/src/start/document-writer.ts', by: './document-writer.ts' },
  ],
  storage: [{ of: '/server/src/s3/blobs.ts', by: './storage.ts' }],
};

const wanted = (process.env['BENCH_STUBS'] ?? '').split(',').flatMap((name) => places[name] ?? []);

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    const stub = wanted.find(({ of }) => found.url.endsWith(of));
    return stub === undefined ? found : { ...found, url: new URL(stub.by, import.meta.url).href };
  },
});
