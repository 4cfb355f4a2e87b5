/** Looks at every part of an installation, side by side and each within a bound, and brings back what was found. */
import { bad, type Check, type Finding } from '../ports/health-check.ts';

const checkMs = 45_000;

async function runCheck({ part, run }: Check): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    const finding = bad(
      part,
      `no answer within ${checkMs / 1000} s`,
      'Is a firewall or a wrong address in the way?',
    );
    timer = setTimeout(() => resolve([finding]), checkMs);
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [bad(part, says, `Mend what is named here; docs/operations/troubleshooting.md has more.`)];
  } finally {
    clearTimeout(timer);
  }
}

export async function runHealthChecks(checks: readonly Check[]): Promise<readonly Finding[]> {
  return (await Promise.all(checks.map(runCheck))).flat();
}
