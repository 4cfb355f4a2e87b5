/** A service that is away is named as such, and everything goes on when it is back. */

import { startNode } from '@octavo/testkit/service-under-test/accounts.ts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { appUrl, arrive, closeBrowser, type Visitor, visit } from './visitor.ts';

let visitor: Visitor;
afterEach(() => visitor.context.close());
afterAll(closeBrowser);

it('a service that has gone is reported, on the page and above it', async () => {
  const node = await startNode();
  visitor = await visit('free', '/plan', { baseUrl: node.url });
  const { page } = visitor;
  process.kill(node.pid, 'SIGKILL');
  await page.getByRole('link', { name: 'Webhooks', exact: true }).hover();
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByText('Can’t reach Octavo. Retrying…').waitFor();
});

it('what could not be loaded loads by itself when the service is back', async () => {
  visitor = await visit('free', '/plan');
  const { page } = visitor;
  await page.route(/\/(usage\?|health$)/, (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByRole('heading', { name: 'Couldn’t load the data' }).waitFor();
  await page.getByText('Can’t reach Octavo. Retrying…').waitFor();
  await page.unrouteAll();
  await page.getByText('0 of 1,000 used').waitFor();
  expect(await page.getByText('Can’t reach Octavo. Retrying…').count()).toBe(0);
});

it('a provider that is away is named on the sign-in page', async () => {
  visitor = await arrive();
  const { page } = visitor;
  await page.route('**/.well-known/openid-configuration', (route) => route.abort('connectionrefused'));
  await page.goto(appUrl());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('Can’t reach the sign-in server').waitFor();
});

it('a page whose service is away from the start says so', async () => {
  visitor = await arrive();
  const { page } = visitor;
  await page.route('**/app/config.json', (route) => route.abort('connectionrefused'));
  await page.goto(appUrl());
  await page.getByRole('heading', { name: 'Can’t reach Octavo' }).waitFor();
});
