/** Loads the code of a page and retries while the server is unreachable. Otherwise the router would reload the whole page and lose its state. */

const pollMs = 3_000;
const listeners = new Set<() => void>();

/** Called when code could not be loaded because the server is unreachable. */
export function onChunkLoadFailed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Any response counts. If only the file is missing, a new version was deployed and the page has to be reloaded. */
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
