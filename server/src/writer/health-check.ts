/** Health check of the document writer: one real process, started as in a worker. */
import { bad, type Check, ok } from '../ports/health-check.ts';
import { createDocumentWriter } from './document-writer.ts';
import type { WriterSettings } from './settings.ts';

const part = 'document writer';

export function writerCheck(settings: Pick<WriterSettings, 'workDir' | 'sandbox'>): Check {
  return {
    part,
    run: async () => {
      const writer = createDocumentWriter({ ...settings, slots: 1 });
      try {
        await writer.start();
        const network = settings.sandbox === 'off' ? 'with the network of this machine' : 'without a network';
        return [ok(part, `starts ${network}`)];
      } catch (error) {
        const says = error instanceof Error ? error.message : String(error);
        const next =
          'Install bubblewrap and allow user namespaces, as for the engine; every folder on the way to this installation must be readable.';
        return [bad(part, says, next)];
      } finally {
        await writer.close();
      }
    },
  };
}
