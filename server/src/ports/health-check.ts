/** The result of a health check of one part of the installation. */
export type Finding = {
  readonly part: string;
  readonly state: 'ok' | 'warn' | 'bad';
  readonly says: string;
  /** What to do; empty when the check passed. */
  readonly next: string;
};

/** Checks one part. An exception counts as a failed check. */
export type Check = { readonly part: string; run(): Promise<readonly Finding[]> };

export const ok = (part: string, says: string): Finding => ({ part, state: 'ok', says, next: '' });
export const warn = (part: string, says: string, next: string): Finding => ({
  part,
  state: 'warn',
  says,
  next,
});
export const bad = (part: string, says: string, next: string): Finding => ({
  part,
  state: 'bad',
  says,
  next,
});

/** A larger difference breaks leases, signatures and tokens. */
export const clockDifferenceMsMax = 2_000;

export function clockFinding(part: string, whose: string, differenceMs: number): Finding {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  return Math.abs(differenceMs) <= clockDifferenceMsMax
    ? ok(part, `${whose} clock and this one differ by ${seconds} s`)
    : bad(
        part,
        `${whose} clock and this one differ by ${seconds} s`,
        'Run NTP (chrony, systemd-timesyncd) on both machines; signed URLs and tokens fail otherwise.',
      );
}
