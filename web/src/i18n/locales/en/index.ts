/** All texts in this language, for types and tests; pages load the single files on demand. */
import app from './app.json';
import errors from './errors.json';
import home from './home.json';
import jobs from './jobs.json';
import keys from './keys.json';
import options from './options.json';
import plan from './plan.json';
import usage from './usage.json';
import viewer from './viewer.json';
import webhooks from './webhooks.json';

export const en = { app, errors, home, jobs, keys, options, plan, usage, viewer, webhooks };
