/** Checks the API key and the pages left. */
import type { Context } from '../context.ts';
import { safeText } from '../display/style.ts';
import { problemOf } from '../errors/problem.ts';
import { shortKey } from '../settings/settings.ts';
import { type Check, failed, ok, warning } from './check.ts';

export async function checkAccount(context: Context): Promise<readonly Check[]> {
  const { apiKey } = await context.settings();
  if (!apiKey)
    return [failed('API key', 'not configured', 'Run octavo login, or set OCTAVO_API_KEY.', 'auth')];
  const which = `${shortKey(apiKey.value)} (from ${apiKey.from})`;
  const client = await context.client({ timeoutMs: 10_000, maxRetries: 0 });
  try {
    const account = await client.account.me();
    const left = account.pages_limit - account.pages_used;
    const plan = `${account.tier}, ${left.toLocaleString('en-US')} of ${account.pages_limit.toLocaleString('en-US')} pages left this month`;
    return [
      ok('API key', `${which}, account ${safeText(account.email)}`),
      left > 0
        ? ok('plan', plan)
        : warning('plan', plan, 'Wait until the first of the month (UTC), or upgrade your plan.'),
    ];
  } catch (error) {
    const { message, next, exit } = problemOf(error);
    return [failed('API key', `${which}: ${safeText(message)}`, next, exit)];
  }
}
