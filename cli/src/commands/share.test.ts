/** `octavo share` without a network. */
import { expect, it } from 'vitest';
import { run } from '../run.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

const url = 'http://octavo.test/app/shared#shr_secret';
const share = {
  ...{ id: 'S1', name: 'Ada', ref: null, with_source: true },
  ...{ created_at: '2026-11-16T09:30:00.000Z', expires_at: '2026-11-23T09:30:00.000Z' },
};

function environmentWith(answer: () => Response) {
  const sent: { method: string; path: string; body: unknown }[] = [];
  const environment = fakeEnvironment({
    env: { OCTAVO_API_KEY: `oct_${'0'.repeat(40)}`, OCTAVO_BASE_URL: 'http://octavo.test' },
    fetch: async (address, init) => {
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      sent.push({ method: init?.method ?? 'GET', path: new URL(address).pathname, body });
      return answer();
    },
  });
  return { environment, sent };
}

const created = () => Response.json({ ...share, token: 'shr_secret', url }, { status: 201 });

it('prints the link alone on stdout, and who can open it on stderr', async () => {
  const { environment, sent } = environmentWith(created);
  expect(await run(['share', 'create', 'ID', '--name', 'Ada'], environment)).toBe(0);
  expect(environment.stdoutText()).toBe(`${url}\n`);
  expect(environment.stderrText()).toContain('Anyone who has the link');
  expect(sent).toEqual([
    { method: 'POST', path: '/jobs/ID/shares', body: { with_source: true, name: 'Ada' } },
  ]);
});

it('shares one block, or the result without the pages, for some days', async () => {
  const { environment, sent } = environmentWith(created);
  expect(await run(['share', 'create', 'ID', '--ref', '/kids/40'], environment)).toBe(0);
  expect(await run(['share', 'create', 'ID', '--no-source', '--days', '2'], environment)).toBe(0);
  expect(sent[0]?.body).toEqual({ ref: '/kids/40' });
  expect(sent[1]?.body).toEqual({ with_source: false, expires_at: expect.any(String) });
  const { expires_at: end } = (sent[1]?.body ?? {}) as { expires_at?: string };
  const hours = (Date.parse(end ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(47.5);
  expect(hours).toBeLessThan(48);
});

it('lists the links, and revokes one', async () => {
  const listing = environmentWith(() => Response.json({ items: [share], total: 1 }));
  expect(await run(['share', 'list', 'ID'], listing.environment)).toBe(0);
  expect(listing.environment.stdoutText()).toMatch(/S1 +result and pages +2026-11-23T09:30:00.000Z +Ada/);
  const revoking = environmentWith(() => new Response(null, { status: 204 }));
  expect(await run(['share', 'revoke', 'ID', 'S1'], revoking.environment)).toBe(0);
  expect(revoking.sent).toEqual([{ method: 'DELETE', path: '/jobs/ID/shares/S1', body: undefined }]);
  expect(revoking.environment.stdoutText()).toBe('S1  revoked\n');
});
