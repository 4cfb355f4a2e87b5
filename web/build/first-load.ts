/** Bundles everything the first page needs into one chunk, because many small files compress badly. */

type ModuleGraph = { getModuleInfo(id: string): { readonly importers: readonly string[] } | null };

const firstModules = /\/src\/(main|home\/home-page|session\/sign-in-page)\.tsx$|\/sdk\/src\/client\.ts$/;
/** Exports all of the SDK, of which the first page needs the client. */
const sdkIndex = /\/sdk\/src\/index\.ts$/;
/** The index of React Query exports them too, but only later pages use them. */
const laterModules = /\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/;

/** Whether a first page imports the module, directly or indirectly; dynamic imports do not count. */
export function firstLoadChunk(): (id: string, graph: ModuleGraph) => string | null {
  const known = new Map<string, boolean>();
  const isNeeded = (id: string, graph: ModuleGraph): boolean => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // Set before the recursion, so that import cycles end.
    known.set(id, false);
    if (laterModules.test(id)) return false;
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    const needed =
      firstModules.test(id) ||
      importers.some((importer) => !sdkIndex.test(importer) && isNeeded(importer, graph));
    known.set(id, needed);
    return needed;
  };
  return (id, graph) => (isNeeded(id, graph) ? 'core' : null);
}
