/** Puts what the first page needs into one file: many small ones compress badly, and what only later pages need stays out. */

type ModuleGraph = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null };

const firstPages = /\/src\/(main|home\/home-page)\.tsx$/;

/** Whether a first page imports it, by however many steps; what is imported on demand does not count. */
export function firstLoadChunk(): (id: string, graph: ModuleGraph) => string | null {
  const known = new Map<string, boolean>();
  const isNeeded = (id: string, graph: ModuleGraph): boolean => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // Until shown otherwise, so that a circle ends.
    known.set(id, false);
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    const needed = firstPages.test(id) || importers.some((importer) => isNeeded(importer, graph));
    known.set(id, needed);
    return needed;
  };
  return (id, graph) => (isNeeded(id, graph) ? 'core' : null);
}
