/** The address of the viewer in the router: page, element and tab are part of the URL. */
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { ViewerAddress } from './use-viewer-state.ts';
import type { ViewerSearch } from './viewer-search.ts';

const route = getRouteApi('/jobs/$jobId');

export function useViewerAddress(): ViewerAddress {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [path] = useState(location.pathname);
  const change = useCallback(
    (next: (last: ViewerSearch) => ViewerSearch) => {
      // A late update must not navigate back after the user has left this page.
      if (location.pathname !== path) return;
      void navigate({ search: next, replace: true, resetScroll: false });
    },
    [navigate, path],
  );
  return { search, change };
}
