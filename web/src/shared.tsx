/** Entry point of the page of share links: no session, no router, no other route. */
import { openShare, type SharedResult } from '@octavo/sdk';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.ts';
import { ensureTexts, startLanguage } from './i18n/language.ts';
import './styles/index.css';
import { startTheme } from './theme/theme.ts';
import { LinkUnavailable, SharedPage } from './viewer/shared/shared-page.tsx';

/** `null` for an address without a token. */
function sharedAt(address: string): SharedResult | null {
  try {
    return openShare(address);
  } catch {
    return null;
  }
}

startTheme();
const element = document.getElementById('root');
if (element === null) throw new Error('The page has no root element.');
const root = createRoot(element);

await startLanguage();
await ensureTexts('viewer', 'share');
const shared = sharedAt(location.href);
const queries = createQueryClient(() => {});
root.render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      {shared === null ? <LinkUnavailable isComplete={false} /> : <SharedPage shared={shared} />}
    </QueryClientProvider>
  </StrictMode>,
);
// Another link that is pasted into the same tab changes only the fragment.
addEventListener('hashchange', () => location.reload());
