/** The providers around the router. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useState } from 'react';
import { createQueries } from './api/queries.ts';
import { router } from './router.ts';
import { type Dashboard, DashboardContext } from './session/dashboard-context.ts';

export function App({ dashboard }: { readonly dashboard: Dashboard }) {
  const [queries] = useState(() => createQueries((error) => dashboard.service.reportError(error)));
  return (
    <StrictMode>
      <DashboardContext value={dashboard}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </DashboardContext>
    </StrictMode>
  );
}
