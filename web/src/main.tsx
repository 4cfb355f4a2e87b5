/** Entry point: language and theme first, then the first page. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueries } from './api/queries.ts';
import { startI18n } from './i18n/i18n.ts';
import { router } from './router.ts';
import './styles/index.css';
import { startTheme } from './theme/theme.ts';

startTheme();
await startI18n();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueries()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
