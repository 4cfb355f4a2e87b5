/** Errors about the limits of a plan say how to get a larger one. */
import { describe, expect, it } from 'vitest';
import { errorCodes, OctavoError } from './errors.ts';
import { noUpgradePath, upgradeAdvice, withUpgradeAdvice } from './upgrade-path.ts';

const url = 'https://example.com/upgrade?from=octavo';

describe('upgradeAdvice', () => {
  it.each([
    [{ ...noUpgradePath }, 'To change your plan, ask the operator of this installation.'],
    [
      { ...noUpgradePath, contact: 'ops@example.com' },
      'To change your plan, ask the operator of this installation: ops@example.com',
    ],
    [{ ...noUpgradePath, url }, `Upgrade your plan: ${url}`],
    [{ ...noUpgradePath, url, text: 'Pro costs 20 € a month.' }, `Pro costs 20 € a month. ${url}`],
    [{ ...noUpgradePath, text: 'Write to IT.', contact: 'x@example.com' }, 'Write to IT.'],
  ])('%j', (path, advice) => {
    expect(upgradeAdvice(path)).toBe(advice);
  });
});

describe('withUpgradeAdvice', () => {
  const path = { url, text: null, contact: null };

  it('extends the sentence and adds the link', () => {
    const error = new OctavoError('plan_required', 'API keys are available on Pro.');
    expect(withUpgradeAdvice(error, path)).toMatchObject({
      code: 'plan_required',
      detail: `API keys are available on Pro. Upgrade your plan: ${url}`,
      upgradeUrl: url,
    });
  });

  it('extends the message of the page limit and keeps its figures', () => {
    const error = new OctavoError('page_limit_reached', { message: 'None remain.', pdfPages: 3 });
    expect(withUpgradeAdvice(error, noUpgradePath)).toMatchObject({
      detail: {
        message: 'None remain. To change your plan, ask the operator of this installation.',
        pdfPages: 3,
      },
      upgradeUrl: undefined,
    });
  });

  it('leaves all errors alone that no plan changes', () => {
    const changed = errorCodes.filter((code) => {
      const error = new OctavoError(code, 'x');
      return withUpgradeAdvice(error, path) !== error;
    });
    expect(changed).toEqual([
      'page_limit_reached',
      'plan_required',
      'api_key_limit_reached',
      'file_too_large',
    ]);
    const other = new Error('x');
    expect(withUpgradeAdvice(other, path)).toBe(other);
  });
});
