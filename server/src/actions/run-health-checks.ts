/** Runs all health checks concurrently, each with a time limit. */
import { bad, type Check, type Finding } from '../ports/health-check.ts';

const checkMs = 45_000;

async function runCheck({ part, run }: Check): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    const finding = bad(part, `no answer within ${checkMs / 1000} s`, 'Check the address and firewalls.');
    timer = setTimeout(() => resolve([finding]), checkMs);
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [bad(part, says, `Fix the error above; see docs/operations/troubleshooting.md.`)];
  } finally {
    clearTimeout(timer);
  }
}

export async function runHealthChecks(checks: readonly Check[]): Promise<readonly Finding[]> {
  return (await Promise.all(checks.map(runCheck))).flat();
}
