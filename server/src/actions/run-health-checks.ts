/** Looks at every part of an installation, side by side and each within a bound, and brings back what was found. */
import { broken, type Check, type Finding } from '../ports/checkup.ts';

const lookMs = 45_000;

async function lookAt({ part, look }: Check): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly Finding[]>((resolve) => {
    const finding = broken(
      part,
      `no answer within ${lookMs / 1000} s`,
      'Is a firewall or a wrong address in the way?',
    );
    timer = setTimeout(() => resolve([finding]), lookMs);
  });
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    return [broken(part, says, `Mend what is named here; docs/operations/troubleshooting.md has more.`)];
  } finally {
    clearTimeout(timer);
  }
}

export async function examine(checks: readonly Check[]): Promise<readonly Finding[]> {
  return (await Promise.all(checks.map(lookAt))).flat();
}
