/** The sealing key of the examples, which everybody knows: fine on a developer's machine, refused behind a public address. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

const exampleKey = '0123456789abcdef'.repeat(4);

/** Names and addresses that lead to the same machine only. */
export const isLocal = (url: string) =>
  /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

type Keys = Pick<Config, 'jobs' | 'http'>;

const isExample = (key: { reveal(): string } | undefined) => key?.reveal().toLowerCase() === exampleKey;

/**
 * `refused`: new secrets would be sealed with it behind a public address. `known`: it is in use on a local address, or
 * is still listed to open what it sealed before it was replaced.
 */
export function exampleKeyUse({ jobs, http }: Keys): 'none' | 'known' | 'refused' {
  if (!jobs.sealingKeys.some(isExample)) return 'none';
  return isExample(jobs.sealingKeys[0]) && !isLocal(http.publicUrl) ? 'refused' : 'known';
}

export const exampleKeyAdvice =
  'Make your own with openssl rand -hex 32; docs/operations/rotation.md says how to change over.';

/** For processes that serve: they do not start, or say that they did. */
export function checkExampleKey(config: Keys, logger: Logger): void {
  const use = exampleKeyUse(config);
  if (use === 'none') return;
  const words = 'OCTAVO_SEALING_KEY is the one of the examples, which everybody knows';
  if (use === 'known') {
    logger.warn(`${words}. ${exampleKeyAdvice}`);
    return;
  }
  process.stderr.write(`${words}. ${exampleKeyAdvice}\n`);
  process.exit(78);
}
