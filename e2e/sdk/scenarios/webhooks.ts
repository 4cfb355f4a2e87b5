/** A real message of the service, received and verified. Only where the stack is the suite's own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { equal, thrown } from './check.ts';
import type { Scenario } from './scenario-context.ts';

type Message = readonly [body: Uint8Array, headers: Record<string, string | string[] | undefined>];

export const webhooks: Readonly<Record<string, Scenario>> = {
  'unwraps what the service really sends to a webhook': async ({ sdk, client, webhookHost = '' }) => {
    let arrive = (_message: Message): void => {};
    const arrived = new Promise<Message>((resolve) => {
      arrive = resolve;
    });
    const server = createServer(async (request, response) => {
      const parts: Uint8Array[] = [];
      for await (const part of request) parts.push(part as Uint8Array);
      response.end();
      arrive([new Uint8Array(await new Blob(parts as never[]).arrayBuffer()), request.headers]);
    });
    await new Promise<void>((resolve) => server.listen(0, webhookHost, resolve));
    const url = `http://${webhookHost}:${(server.address() as AddressInfo).port}/`;
    const webhook = await client.webhooks.create({ url });
    const { secret } = webhook;
    try {
      const delivery = await client.webhooks.test(webhook.id);
      const [body, headers] = await arrived;
      const event = await client.webhooks.unwrap(body, headers, secret);
      equal(event.type === 'webhook.test' && event.data.webhook_id, webhook.id, 'the event');
      equal(headers['webhook-id'], delivery.id, 'its delivery');
      const wrong = `whsec_${btoa('another secret')}`;
      await thrown(client.webhooks.unwrap(body, headers, wrong), sdk.WebhookVerificationError);
      equal((await client.webhooks.delivery(webhook.id, delivery.id)).type, 'webhook.test', 'the log');
    } finally {
      await client.webhooks.delete(webhook.id);
      server.close();
    }
  },
};
