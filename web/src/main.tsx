/** Entry point: theme and language, then who is signed in, then the page. */
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startLanguage } from './i18n/language.ts';
import { here } from './session/here.ts';
import { startDashboard } from './session/start-dashboard.ts';
import { StartFailed } from './shell/start-failed.tsx';
import './styles/index.css';
import { startTheme } from './theme/theme.ts';

startTheme();
const element = document.getElementById('root');
if (element === null) throw new Error('The page has no root element.');
const root = createRoot(element);

const [started] = await Promise.allSettled([startDashboard(here()), startLanguage()]);
if (started.status === 'rejected') root.render(<StartFailed />);
else if (started.value !== null) root.render(<App dashboard={started.value} />);
