/** Detects the public sealing key of the examples: allowed on a local address, refused on a public one. */
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';

const exampleKey = '0123456789abcdef'.repeat(4);

/** Names and addresses of the local machine. */
export const isLocal = (url: string) =>
  /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(url).hostname);

type Keys = Pick<Config, 'jobs' | 'http'>;

const isExample = (key: { reveal(): string } | undefined) => key?.reveal().toLowerCase() === exampleKey;

/**
 * `refused`: new secrets would be sealed with it on a public address. `known`: it is used on a local address, or only
 * unseals what it sealed before.
 */
export function exampleKeyUse({ jobs, http }: Keys): 'none' | 'known' | 'refused' {
  if (!jobs.sealingKeys.some(isExample)) return 'none';
  return isExample(jobs.sealingKeys[0]) && !isLocal(http.publicUrl) ? 'refused' : 'known';
}

export const exampleKeyAdvice =
  'Make your own with openssl rand -hex 32; docs/operations/rotation.md describes how to rotate it.';

/** Exits, or logs a warning. */
export function checkExampleKey(config: Keys, logger: Logger): void {
  const use = exampleKeyUse(config);
  if (use === 'none') return;
  const words = 'OCTAVO_SEALING_KEY is the public key of the examples';
  if (use === 'known') {
    logger.warn(`${words}. ${exampleKeyAdvice}`);
    return;
  }
  process.stderr.write(`${words}. ${exampleKeyAdvice}\n`);
  process.exit(78);
}
