import { describe, expect, it } from 'vitest';
import { type AuditException, judgeAudit } from './advisories.ts';

const advisory = {
  url: 'https://github.com/advisories/GHSA-aaaa',
  title: 'a vulnerability',
  severity: 'high',
};
const metadata = { dependencies: { total: 332 } };
const holed = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: { inner: { via: [advisory] }, outer: { via: ['inner'] } },
  metadata,
});
const spotless = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata });
const exception: AuditException = {
  advisory: 'GHSA-aaaa',
  package: 'inner',
  reason: 'only its server half is hit, which is never started here',
  until: '2027-01-31',
};
const today = '2027-01-31';

describe('judgeAudit', () => {
  it('is clean when a source answered and knows of nothing', () => {
    expect(judgeAudit(spotless, [], today)).toEqual({ kind: 'clean', excepted: 0 });
  });

  it.each([
    ['nothing at all', ''],
    ['no JSON', '<html>'],
    ['a refusal', '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}'],
    ['no network', '{"error":{"code":"ENOTFOUND","summary":"request failed"}}'],
    ['a report about no package', '{"auditReportVersion":2,"vulnerabilities":{},"metadata":{}}'],
  ])('is unknown, never clean, for %s', (_what, output) => {
    expect(judgeAudit(output, [], today).kind).toBe('unknown');
  });

  it('names each advisory once, where it lies', () => {
    expect(judgeAudit(holed, [], today)).toEqual({
      kind: 'faults',
      faults: ['inner: GHSA-aaaa, high: a vulnerability'],
    });
  });

  it('is clean with a reasoned exception, up to its last day', () => {
    expect(judgeAudit(holed, [exception], today)).toEqual({ kind: 'clean', excepted: 1 });
  });

  it.each([
    ['after its day', holed, { ...exception, until: '2027-01-30' }, 'ended on 2027-01-30'],
    ['without an end', holed, { ...exception, until: 'never' }, 'ended on never'],
    ['without a reason', holed, { ...exception, reason: ' ' }, 'gives no reason'],
    ['for another package', holed, { ...exception, package: 'outer' }, 'inner: GHSA-aaaa'],
    ['that nothing needs', spotless, exception, 'no longer needed'],
  ])('refuses an exception %s', (_what, output, given, fault) => {
    const verdict = judgeAudit(output, [given], today);
    expect(verdict.kind === 'faults' ? verdict.faults.join('\n') : verdict.kind).toContain(fault);
  });
});
