/** Outages: errors of client libraries contain addresses, headers and SQL statements. */

import { openIssuer } from '@octavo/testkit/accounts/fake-issuer.ts';
import { sendRequest } from '@octavo/testkit/client/send-request.ts';
import { makeDocument } from '@octavo/testkit/documents/documents.ts';
import type { StorageProxy } from '@octavo/testkit/proxies/storage-proxy.ts';
import { openTcpProxy } from '@octavo/testkit/proxies/tcp-proxy.ts';
import { expectReply, makeSecret, recordReply, type Setup, submitJob, title } from './setup.ts';

export async function withoutStorage(setup: Setup, proxy: StorageProxy, doneJob: string): Promise<void> {
  const password = makeSecret(setup, 'a password during an outage', 'outage-');
  const file = makeDocument({ title, password });
  for (const faults of [{ isDown: true }, { errors: 1 }]) {
    const how = faults.isDown ? 'away' : 'failing';
    await proxy.misbehave(faults);
    await submitJob(setup, `a submit, storage ${how}`, 503, { file, options: { password } });
    await expectReply(setup, `a download, storage ${how}`, 503, `/jobs/${doneJob}/download/markdown`);
    await expectReply(setup, `readiness, storage ${how}`, 503, '/readyz');
  }
  await proxy.misbehave({});
}

/** On a separate node whose connections to the database and the identity provider can be cut. */
export async function withoutDatabaseOrProvider(setup: Setup): Promise<void> {
  const { environment } = setup;
  const database = new URL(environment.env['OCTAVO_DATABASE_URL'] ?? '');
  const proxy = await openTcpProxy(database.hostname, Number(database.port));
  const issuer = await openIssuer(environment.set.audience);
  const away = new URL(database);
  away.port = String(proxy.port);
  const node = await environment.fleet.startApi({
    OCTAVO_DATABASE_URL: away.href,
    OCTAVO_OIDC_ISSUER: issuer.url,
    OCTAVO_LOG_LEVEL: 'trace',
    OCTAVO_DATABASE_STATEMENT_TIMEOUT_MS: '5000',
  });
  await node.ready();
  try {
    await issuer.leave();
    const session = issuer.token();
    setup.secrets.push({ name: 'a token whose issuer is down', value: session });
    recordReply(
      setup,
      'a token, provider down',
      503,
      await sendRequest(node.url, '/jobs', { caller: { session } }),
    );
    await proxy.close();
    const elsewhere = { ...setup, node: node.url };
    const caller = { key: setup.key };
    for (const path of ['/jobs', '/auth/me', '/health']) {
      recordReply(elsewhere, `${path}, database down`, 503, await sendRequest(node.url, path, { caller }));
    }
    const byKey = { email: setup.business.email, key: setup.key };
    await submitJob(elsewhere, 'a submit, database down', 503, { file: makeDocument({ title }) }, byKey);
  } finally {
    await issuer.close();
  }
}
