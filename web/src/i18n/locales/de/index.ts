/** All texts in this language, one file per room of the dashboard. */
import type { Locale } from '../../locale.ts';
import app from './app.json';
import viewer from './viewer.json';

export const de: Locale = { app, viewer };
