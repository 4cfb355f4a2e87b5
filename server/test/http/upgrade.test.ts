/** Responses about the limits of a plan lead to the operator's upgrade page. */
import { describe, expect, it } from 'vitest';
import { noUpgradePath } from '../../src/domain/upgrade-path.ts';
import { testApp } from './test-app.ts';

const createKey = {
  method: 'POST',
  url: '/api-keys',
  headers: { authorization: 'Bearer ada' },
  payload: { name: 'x' },
} as const;

describe('403 plan_required', () => {
  it('names the page of the operator in its text and in upgrade_url', async () => {
    const url = 'https://example.test/upgrade';
    const app = await testApp({ upgradePath: { url, text: 'Pro costs 20 € a month.', contact: null } });
    const answer = await app.inject(createKey);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'plan_required', upgrade_url: url });
    expect(answer.json().detail).toMatch(
      /plans\. Pro costs 20 € a month\. https:\/\/example\.test\/upgrade$/,
    );
  });

  it('says whom to ask where there is no page, without a field', async () => {
    const app = await testApp({ upgradePath: { ...noUpgradePath, contact: 'ops@example.test' } });
    const body = (await app.inject(createKey)).json();
    expect(body.detail).toMatch(/ask the operator of this installation: ops@example\.test$/);
    expect(body).not.toHaveProperty('upgrade_url');
  });

  it('leaves other errors alone', async () => {
    const app = await testApp({ upgradePath: { ...noUpgradePath, url: 'https://example.test/' } });
    const body = (await app.inject({ url: '/jobs/none', headers: { authorization: 'Bearer ada' } })).json();
    expect(body).not.toHaveProperty('upgrade_url');
  });
});
