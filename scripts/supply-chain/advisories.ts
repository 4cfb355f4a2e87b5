/** Classifies the output of `npm audit`: clean, faults, or unknown if no advisory source responded. */

export type AuditException = {
  /** `GHSA-…`, the last part of the advisory's address. */
  readonly advisory: string;
  readonly package: string;
  /** Why it does not affect us, or why we accept it. */
  readonly reason: string;
  /** The last day of the exception, as YYYY-MM-DD; then it must be reviewed. */
  readonly until: string;
};

export type AuditVerdict =
  | { readonly kind: 'clean'; readonly excepted: number }
  | { readonly kind: 'faults'; readonly faults: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string };

type Advisory = { readonly url: string; readonly title: string; readonly severity: string };
type Report = {
  readonly auditReportVersion?: number;
  readonly message?: string;
  readonly error?: { readonly summary?: string; readonly detail?: string };
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
  readonly metadata?: { readonly dependencies?: { readonly total?: number } };
};
type Found = Advisory & { readonly package: string; readonly id: string };

function parsed(output: string): Report | null {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return null;
  }
}

function found(vulnerabilities: NonNullable<Report['vulnerabilities']>): readonly Found[] {
  return Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((cause) => typeof cause === 'object')
      .map((cause) => ({ ...cause, package: name, id: cause.url.split('/').at(-1) ?? cause.url })),
  );
}

function exceptionFaults(
  exceptions: readonly AuditException[],
  advisories: readonly Found[],
  today: string,
): readonly string[] {
  return exceptions.flatMap(({ advisory, package: name, reason, until }) => {
    const isNeeded = advisories.some((entry) => entry.id === advisory && entry.package === name);
    return [
      ...(reason.trim().length >= 20 ? [] : [`the exception for ${advisory} gives no reason`]),
      ...(/^\d{4}-\d{2}-\d{2}$/.test(until) && until >= today
        ? []
        : [`the exception for ${advisory} ended on ${until}`]),
      ...(isNeeded ? [] : [`the exception for ${advisory} in ${name} is no longer needed`]),
    ];
  });
}

export function judgeAudit(
  output: string,
  exceptions: readonly AuditException[],
  today: string,
): AuditVerdict {
  const report = parsed(output);
  const answered = report?.auditReportVersion === 2 && report.vulnerabilities !== undefined;
  if (!answered || !(report.metadata?.dependencies?.total ?? 0)) {
    const why = report?.message ?? report?.error?.summary ?? 'npm audit printed nothing that can be read';
    return { kind: 'unknown', why };
  }
  const advisories = found(report.vulnerabilities ?? {});
  const open = advisories.filter(
    (entry) =>
      !exceptions.some(({ advisory, package: name }) => entry.id === advisory && entry.package === name),
  );
  const faults = [
    ...open.map((entry) => `${entry.package}: ${entry.id}, ${entry.severity}: ${entry.title}`),
    ...exceptionFaults(exceptions, advisories, today),
  ];
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'clean', excepted: exceptions.length };
}
