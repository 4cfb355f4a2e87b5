/** Every way a webhook can fail, with a token in its URL and a secret for its signature. */
import { setTimeout as delay } from 'node:timers/promises';
import { openReceiver, type Receiver } from '@octavo/testkit/client/webhook-receiver.ts';
import { expectReply, makeSecret, postJson, type Setup } from './setup.ts';

export const webhookSettings = {
  OCTAVO_WEBHOOK_ALLOW_HTTP: 'true',
  OCTAVO_WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  OCTAVO_WEBHOOK_TIMEOUT_MS: '1500',
  OCTAVO_WEBHOOK_BACKOFF_SECONDS: '1',
  OCTAVO_WEBHOOK_DNS_SERVERS: '127.0.0.1:9',
};

const endsMs = 180_000;

/** The receiver behaves as the path says. */
function behave(receiver: Receiver): void {
  receiver.answer = (response, { path }) => {
    const how = path.split('?')[0];
    if (how === '/status') response.writeHead(500).end(path);
    else if (how === '/redirect') response.writeHead(307, { location: `http://10.0.0.1${path}` }).end();
    else if (how === '/cut') response.destroy();
    else if (how === '/garbage') response.socket?.end('this is no HTTP\r\n\r\n');
    else if (how === '/gone') response.writeHead(410).end();
    else if (how !== '/slow') response.writeHead(204).end();
  };
}

export const wantedFaults = ['status', 'private_address', 'connection', 'invalid_response', 'timeout', 'tls'];

export async function driveWebhooks(setup: Setup, log: () => string): Promise<void> {
  const receiver = await openReceiver('127.0.0.1');
  behave(receiver);
  const port = new URL(receiver.url).port;
  const token = makeSecret(setup, 'a token in the address of a webhook', 'hook-');
  const addresses = [
    ...['/ok', '/status', '/redirect', '/cut', '/garbage', '/gone', '/slow'].map(
      (how) => `${receiver.url}${how}?token=${token}`,
    ),
    `https://127.0.0.1:${port}/tls?token=${token}`,
    `https://nowhere.octavo.test/dns?token=${token}`,
  ];
  try {
    for (const url of addresses) {
      const reply = await postJson(
        setup,
        'a webhook',
        201,
        '/webhooks',
        JSON.stringify({ url, description: token }),
      );
      const { id, secret } = reply.json as { id: string; secret: string };
      setup.secrets.push({ name: 'the secret of a webhook', value: secret });
      setup.secrets.push({ name: 'the key of a webhook', value: secret.replace(/^whsec_/, '') });
      await expectReply(setup, 'a test event', 202, `/webhooks/${id}/test`, { method: 'POST' });
    }
    const deadline = performance.now() + endsMs;
    const isSeen = () => wantedFaults.every((fault) => log().includes(`"fault":"${fault}"`));
    while (!isSeen() && performance.now() < deadline) await delay(100);
    const unseen = wantedFaults.filter((fault) => !log().includes(`"fault":"${fault}"`));
    setup.unreached.push(...unseen.map((fault) => `no webhook failed by ${fault}`));
    for (const fault of wantedFaults) setup.driven.add(`webhook ${fault}`);
    const signatures = receiver.received.map(({ headers }) => String(headers['webhook-signature'] ?? ''));
    setup.secrets.push(
      ...signatures
        .filter(Boolean)
        .map((value) => ({ name: 'the signature of a webhook', value: value.replace(/^v1,/, '') })),
    );
  } finally {
    await receiver.close();
  }
}
