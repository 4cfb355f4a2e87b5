/** `octavo doctor`: checks everything a conversion needs and reports what to fix. */
import type { Context } from '../context.ts';
import { padEnd } from '../display/text-width.ts';
import type { Check } from '../doctor/check.ts';
import { checkAccount } from '../doctor/check-account.ts';
import { checkConfig, checkProxies, checkVersions } from '../doctor/check-machine.ts';
import { checkServer, checkServerUrl } from '../doctor/check-server.ts';
import { type ExitName, exitCode } from '../exit-codes.ts';

const nameColumns = 10;

async function runChecks(context: Context, report: (check: Check) => void): Promise<void> {
  const { environment } = context;
  report(checkVersions(environment));
  report(await checkConfig(environment));
  report(checkProxies(environment));
  const settings = await context.settings();
  const serverUrl = checkServerUrl(settings);
  report(serverUrl);
  if (serverUrl.outcome === 'failed' || !settings.baseUrl) return;
  const server = await checkServer(environment, settings.baseUrl.value);
  for (const check of server) report(check);
  if (server.some(({ outcome }) => outcome === 'failed')) return;
  for (const check of await checkAccount(context)) report(check);
}

export async function doctor(context: Context): Promise<ExitName | undefined> {
  const checks: Check[] = [];
  const { out, print, globalOptions } = context;
  const marks = { ok: out.green('ok'), warning: out.yellow('!!'), failed: out.red('xx') };
  await runChecks(context, (check) => {
    checks.push(check);
    if (globalOptions.json) return;
    print(`${marks[check.outcome]}  ${padEnd(check.name, nameColumns)}  ${check.detail}`);
    if (check.next) print(`    ${padEnd('', nameColumns)}  ${out.cyan('next:')} ${check.next}`);
  });
  const exit = checks.find(({ outcome }) => outcome === 'failed')?.exit;
  if (globalOptions.json) context.printJson({ checks, exit_code: exitCode(exit ?? 'ok') });
  return exit;
}
