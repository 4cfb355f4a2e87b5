/** Bundles everything the first page needs into one chunk, because many small files compress badly. */

type ModuleGraph = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null };

const firstPages = /\/src\/(main|home\/home-page)\.tsx$/;

/** Whether a first page imports the module, directly or indirectly; dynamic imports do not count. */
export function firstLoadChunk(): (id: string, graph: ModuleGraph) => string | null {
  const known = new Map<string, boolean>();
  const isNeeded = (id: string, graph: ModuleGraph): boolean => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // Set before the recursion, so that import cycles end.
    known.set(id, false);
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    const needed = firstPages.test(id) || importers.some((importer) => isNeeded(importer, graph));
    known.set(id, needed);
    return needed;
  };
  return (id, graph) => (isNeeded(id, graph) ? 'core' : null);
}
