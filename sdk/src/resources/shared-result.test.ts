/** Share links are opened as they were sent, with their own token and nothing else. */
import { expect, it } from 'vitest';
import { ConfigurationError } from '../errors/octavo-error.ts';
import { fakeFetch } from '../testing/fake-fetch.ts';
import { openShare } from './shared-result.ts';

const token = `shr_${'A'.repeat(43)}`;

it('sends the token of the link to its own server', async () => {
  const { fetch, requests } = fakeFetch(() => Response.json({ formats: ['markdown'] }));
  const shared = openShare(`https://files.example.test/app/shared#${token}`, { fetch, maxRetries: 0 });
  expect(await shared.retrieve()).toEqual({ formats: ['markdown'] });
  await shared.image('a b.png');
  expect(requests.map(({ url }) => url.href)).toEqual([
    'https://files.example.test/shared',
    'https://files.example.test/shared/images/a%20b.png',
  ]);
  for (const { headers } of requests) {
    expect(headers.get('authorization')).toBe(`Bearer ${token}`);
    expect(headers.has('x-api-key')).toBe(false);
  }
});

it('keeps the path of a server that has one', async () => {
  const { fetch, requests } = fakeFetch(() => Response.json({}));
  await openShare(`https://example.test/octavo/app/shared#${token}`, { fetch }).retrieve();
  expect(requests[0]?.url.href).toBe('https://example.test/octavo/shared');
});

it.each([
  'https://example.test/app/shared',
  'https://example.test/app/shared#',
  `https://example.test/app/jobs#${token}`,
  `ftp://example.test/app/shared#${token}`,
  token,
  '',
])('refuses what is not a whole link: %j', (link) => {
  expect(() => openShare(link)).toThrow(ConfigurationError);
});
