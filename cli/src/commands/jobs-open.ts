/** `octavo jobs open`: opens the dashboard page of a job. */
import { spawn } from 'node:child_process';
import type { CliEnvironment } from '../cli-environment.ts';
import type { Context } from '../context.ts';

const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

function openerOf({ env, platform }: CliEnvironment): readonly string[] {
  return env['BROWSER'] ? [env['BROWSER']] : (openers[platform] ?? ['xdg-open']);
}

/** Whether the browser could be started; does not wait for it. */
async function isOpened(environment: CliEnvironment, url: string): Promise<boolean> {
  const [command = '', ...args] = openerOf(environment);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true, env: environment.env });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

export async function openJob(context: Context, _: unknown, id: string): Promise<void> {
  const client = await context.client();
  const job = await client.jobs.retrieve(id);
  const url = `${client.baseUrl}/app/jobs/${encodeURIComponent(job.id)}`;
  context.print(url);
  if (!(await isOpened(context.environment, url))) context.note('No browser was found. Open the URL above.');
}
