/** The state of the viewer in the URL: page, element and tab. */
export const viewerTabs = ['blocks', 'markdown', 'html', 'text', 'json', 'tables', 'code'] as const;
export type ViewerTab = (typeof viewerTabs)[number];

export type ViewerSearch = {
  readonly page?: number;
  /** A JSON Pointer into the JSON result. */
  readonly node?: string;
  readonly tab?: ViewerTab;
};

export function readViewerSearch(search: Readonly<Record<string, unknown>>): ViewerSearch {
  const page = Number(search['page']);
  const node = search['node'];
  const tab = viewerTabs.find((known) => known === search['tab']);
  return {
    ...(Number.isInteger(page) && page > 0 ? { page } : {}),
    ...(typeof node === 'string' && node.startsWith('/') ? { node } : {}),
    ...(tab === undefined ? {} : { tab }),
  };
}
