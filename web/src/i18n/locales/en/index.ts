/** All texts in this language, one file per room of the dashboard. */

import app from './app.json';
import viewer from './viewer.json';

export const en = { app, viewer };
