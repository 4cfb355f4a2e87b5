/** Fetches the code of a page; while the service is away it is waited for, because the router would load the whole page anew and lose it. */

const pollMs = 3_000;
const listeners = new Set<() => void>();

/** Calls back whenever code could not be fetched because nobody answered. */
export function onChunkLoadFailed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Any answer counts: a file that is no longer there is a matter for a new load, with the new names. */
async function isServerReachable(): Promise<boolean> {
  try {
    await fetch(`${import.meta.env.BASE_URL}config.json`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(5_000),
    });
    return true;
  } catch {
    return false;
  }
}

export async function loadChunk<Module>(
  load: () => Promise<Module>,
  { isReachable = isServerReachable, intervalMs = pollMs } = {},
): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isReachable()) throw error;
      for (const listener of listeners) listener();
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }
}
