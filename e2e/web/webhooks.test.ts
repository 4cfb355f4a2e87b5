/** Webhooks from registration to replay, against a receiver that answers. */

import { openReceiver } from '@octavo/testkit/client/webhook-receiver.ts';
import { context } from '@octavo/testkit/service-under-test/context.ts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { closeBrowser, type SignedInVisitor, visit } from './visitor.ts';

let visitor: SignedInVisitor;
afterEach(() => visitor.context.close());
afterAll(closeBrowser);

it('a webhook is registered, tested, replayed, given a new secret, switched off and deleted', async () => {
  const receiver = await openReceiver(context.stack?.webhookHost ?? '127.0.0.9');
  try {
    visitor = await visit('pro', '/webhooks');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Add a webhook' });
    await form.getByLabel('URL').fill(receiver.url);
    await form.getByLabel('Description').fill('to my own server');
    await form.getByRole('button', { name: 'Add webhook' }).click();
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    const first = await secret.getByRole('group', { name: 'Secret' }).innerText();
    expect(first).toMatch(/^whsec_/);
    await secret.getByRole('button', { name: 'I have saved it' }).click();

    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('button', { name: 'Deliveries' }).click();
    await page.getByRole('listitem').getByText('Delivered').waitFor();
    await page.getByRole('button', { name: 'webhook.test' }).click();
    const delivery = page.getByRole('dialog', { name: 'Delivery' });
    await delivery.getByText('"type": "webhook.test"').waitFor();
    await delivery.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('2 attempts').waitFor();

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page
      .getByRole('dialog', { name: 'Rotate the signing secret?' })
      .getByRole('button', { name: 'Rotate secret' })
      .click();
    expect(await secret.getByRole('group', { name: 'Secret' }).innerText()).not.toBe(first);
    await secret.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByText('The previous secret is valid until').waitFor();

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete this webhook?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    expect(visitor.complaints).toEqual([]);
  } finally {
    await receiver.close();
  }
});

it('an address the service does not send to is refused in the form', async () => {
  visitor = await visit('pro', '/webhooks');
  const { page } = visitor;
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const form = page.getByRole('dialog', { name: 'Add a webhook' });
  await form.getByLabel('URL').fill('https://127.0.0.1/hook');
  await form.getByRole('button', { name: 'Add webhook' }).click();
  await form.locator('[aria-invalid=true]').waitFor();
});
