/** Entry point: sets the theme and language, resumes the session, then renders the router. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { startLanguage } from './i18n/language.ts';
import { router } from './router.ts';
import { type Dashboard, DashboardContext } from './session/dashboard-context.ts';
import { currentPath } from './session/page-url.ts';
import { startDashboard } from './session/start-dashboard.ts';
import { StartFailed } from './shell/error-pages.tsx';
import './styles/index.css';
import { startTheme } from './theme/theme.ts';

function renderApp(dashboard: Dashboard) {
  const queries = createQueryClient((error) => dashboard.service.reportError(error));
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

startTheme();
const element = document.getElementById('root');
if (element === null) throw new Error('The page has no root element.');
const root = createRoot(element);

const [started] = await Promise.allSettled([startDashboard(currentPath()), startLanguage()]);
if (started.status === 'rejected') root.render(<StartFailed />);
// Null while the browser is being redirected to the identity provider.
else if (started.value !== null) root.render(renderApp(started.value));
