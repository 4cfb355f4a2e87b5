/** The exit codes of all commands. */

export const exitCodes = {
  ok: { code: 0, meaning: 'success' },
  failed: { code: 1, meaning: 'a job failed, or the server rejected the request' },
  usage: { code: 2, meaning: 'invalid command line or settings; nothing was sent' },
  partlyFailed: { code: 3, meaning: 'some files of a batch failed' },
  auth: { code: 4, meaning: 'no API key, or the server does not accept it' },
  limit: { code: 5, meaning: 'a limit of the plan: pages, file size, concurrent jobs, keys' },
  timedOut: { code: 6, meaning: 'timed out while waiting; the job keeps running' },
  unreachable: { code: 7, meaning: 'the server cannot be reached or has an internal error' },
  interrupted: { code: 130, meaning: 'interrupted with Ctrl-C; submitted jobs keep running' },
  terminated: { code: 143, meaning: 'terminated with SIGTERM; submitted jobs keep running' },
} as const;

export type ExitName = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[ExitName]['code'];

export function exitCode(name: ExitName): ExitCode {
  return exitCodes[name].code;
}
