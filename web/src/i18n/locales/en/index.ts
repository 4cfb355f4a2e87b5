/** All texts in this language, for types and tests; pages load the single files on demand. */
import accessibility from './accessibility.json';
import app from './app.json';
import compare from './compare.json';
import errors from './errors.json';
import failures from './failures.json';
import home from './home.json';
import jobs from './jobs.json';
import keys from './keys.json';
import options from './options.json';
import plan from './plan.json';
import settings from './settings.json';
import share from './share.json';
import usage from './usage.json';
import viewer from './viewer.json';
import webhooks from './webhooks.json';

export const en = {
  accessibility,
  app,
  compare,
  errors,
  failures,
  home,
  jobs,
  keys,
  options,
  plan,
  settings,
  share,
  usage,
  viewer,
  webhooks,
};
