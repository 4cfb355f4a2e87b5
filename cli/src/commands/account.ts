/** `octavo account`: account, plan and pages left. */
import type { Context } from '../context.ts';
import { progressBar } from '../display/progress-bar.ts';
import { plural, size, utcDate } from '../display/quantities.ts';
import { safeText } from '../display/style.ts';
import { keyValueLines } from '../display/table.ts';
import { canShowBlocks } from '../display/terminal.ts';

export async function showAccount(context: Context): Promise<void> {
  const client = await context.client();
  const [account, plan, { month }, { retention_days: days }] = await Promise.all([
    client.account.me(),
    client.plans.current(),
    client.usage.retrieve(),
    client.retention.retrieve(),
  ]);
  if (context.globalOptions.json) {
    context.printJson({ account, plan: plan ?? null, month, retention_days: days });
    return;
  }
  const used = `${month.pages_used.toLocaleString('en-US')} of ${month.pages_limit.toLocaleString('en-US')} pages`;
  const gauge = progressBar(
    month.pages_used / Math.max(1, month.pages_limit),
    20,
    canShowBlocks(context.environment),
  );
  const upload = plan?.file_bytes_max;
  const entries: [string, string][] = [
    ['account', safeText(account.email)],
    ['server', client.baseUrl],
    ['plan', account.tier],
    ['this month', `${gauge}  ${used}, ${month.pages_remaining.toLocaleString('en-US')} left`],
    ['resets', `${utcDate(month.resets_at)} (UTC)`],
    ['retention', days === null ? 'until deleted' : plural(days, 'day')],
  ];
  if (plan) {
    entries.push(
      ['concurrent jobs', String(plan.active_jobs_max)],
      ['file size limit', upload === null || upload === undefined ? 'unlimited' : size(upload)],
      ['API keys', `up to ${plan.api_keys_max}`],
    );
    // Servers of earlier versions do not name it.
    if (typeof plan.ocr_pages_max === 'number')
      entries.push(['OCR', `${plan.ocr_pages_max} pages of a document`]);
  }
  for (const line of keyValueLines(entries, context.out)) context.print(line);
}
