/** The S3 server of a set: Ceph's monitor, one object store daemon and the RADOS gateway, with one user and bucket. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ceph, createUser, makeMonitor, makeStore, openCeph, startDaemon, writeConf } from './ceph.ts';
import { stopProcess } from './processes.ts';
import { answersHttp, waitUntilReady } from './readiness.ts';
import type { Service } from './service.ts';
import type { ServiceSet } from './service-set.ts';

const credentials = { accessKeyId: 'octavo-dev-key', secretAccessKey: 'octavo-dev-secret-octavo-dev' };
const region = 'us-east-1';
const bucket = 'octavo';
const endpoint = (set: ServiceSet) => `http://127.0.0.1:${set.ports.s3}`;

export const s3: Service = {
  name: 's3',
  processes: [{ name: 'ceph-mon', port: 's3Mon' }, { name: 'ceph-osd' }, { name: 'radosgw', port: 's3' }],
  async start(set) {
    const ceph = openCeph(set);
    const provisioned = join(ceph.directory, 'provisioned');
    const isNew = !existsSync(provisioned);
    if (isNew) {
      await this.stop(set);
      await makeMonitor(ceph);
    } else {
      writeConf(ceph);
    }
    await startDaemon(ceph, 'ceph-mon', ['-i', 'a'], 's3Mon');
    if (isNew) await makeStore(ceph);
    await startDaemon(ceph, 'ceph-osd', ['-i', '0']);
    await startDaemon(ceph, 'radosgw', ['-n', 'client.rgw'], 's3');
    await waitUntilReady(set, { process: 'radosgw', timeoutMs: 90_000, isReady: () => this.answers(set) });
    if (isNew) {
      await provision(ceph);
      writeFileSync(provisioned, '');
    }
  },
  answers: (set) => answersHttp(`${endpoint(set)}/`),
  async stop(set) {
    for (const { name } of this.processes.toReversed()) {
      await stopProcess(set, name, { signal: 'SIGTERM', timeoutMs: 15_000 });
    }
  },
  describe: (set) => `${endpoint(set)} bucket ${bucket}`,
  environment: (set) => ({
    OCTAVO_S3_ENDPOINT: endpoint(set),
    OCTAVO_S3_PUBLIC_ENDPOINT: endpoint(set),
    OCTAVO_S3_REGION: region,
    OCTAVO_S3_BUCKET: bucket,
    OCTAVO_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    OCTAVO_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }),
};

async function provision(ceph: Ceph): Promise<void> {
  await createUser(ceph, credentials);
  // Loaded here because it costs a third of a second, which a set that is already up should not pay.
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({ endpoint: endpoint(ceph.set), region, credentials, forcePathStyle: true });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } finally {
    client.destroy();
  }
}
