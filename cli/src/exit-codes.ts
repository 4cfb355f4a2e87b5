/** Every way a command can end, as a number for scripts. */

export const exitCodes = {
  ok: { code: 0, meaning: 'everything went well' },
  failed: { code: 1, meaning: 'a job failed, or something was not found or refused' },
  usage: { code: 2, meaning: 'the command line cannot be understood; nothing was sent' },
  partlyFailed: { code: 3, meaning: 'some files of a batch were converted and others were not' },
  auth: { code: 4, meaning: 'there is no key, or the service does not accept it' },
  limit: { code: 5, meaning: 'the plan does not allow it: pages, file size, jobs at a time, keys' },
  timedOut: { code: 6, meaning: 'waiting took too long; the job goes on' },
  unreachable: { code: 7, meaning: 'the service could not be reached, or had an error of its own' },
  interrupted: { code: 130, meaning: 'Ctrl-C; jobs that were accepted go on' },
  terminated: { code: 143, meaning: 'ended from outside; jobs that were accepted go on' },
} as const;

export type ExitName = keyof typeof exitCodes;
export type ExitCode = (typeof exitCodes)[ExitName]['code'];

export function exitCode(name: ExitName): ExitCode {
  return exitCodes[name].code;
}
