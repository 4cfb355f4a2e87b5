/** The configuration of a one-disk Ceph with its S3 gateway, on loopback only and as small as possible. */

export type CephConf = {
  readonly directory: string;
  readonly fsid: string;
  readonly monPort: number;
  readonly s3Port: number;
};

const gibibyte = 1_073_741_824;

export const monAddress = (monPort: number) => `[v2:127.0.0.1:${monPort}/0]`;

export function cephConf({ directory, fsid, monPort, s3Port }: CephConf): string {
  const settings: Record<string, string | number | boolean> = {
    fsid,
    'mon host': monAddress(monPort),
    'public addr': '127.0.0.1',
    'cluster addr': '127.0.0.1',
    ...withoutAuthentication,
    ...oneDisk,
    ...quietLogs,
    'mon data': `${directory}/mon`,
    'osd data': `${directory}/osd`,
    'rgw data': `${directory}/rgw`,
    'run dir': `${directory}/run`,
    'admin socket': `${directory}/run/$name.asok`,
    'rgw frontends': `beast endpoint=127.0.0.1:${s3Port} tcp_nodelay=1`,
    'rgw dns name': 'localhost',
    'rgw thread pool size': 64,
    // Nothing here lasts long enough to expire, and a sleeping lifecycle thread delays shutdown by 5 s.
    'rgw enable lc threads': false,
    // The space of deleted objects is free again within a minute instead of after two or three hours.
    'rgw gc obj min wait': 0,
    'rgw gc processor period': 60,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return `[global]\n${lines.join('\n')}\n`;
}

const withoutAuthentication = {
  'auth cluster required': 'none',
  'auth service required': 'none',
  'auth client required': 'none',
  keyring: '/dev/null',
  // The gateway's default is `secure`, which needs the keys we do without: it would hang for 300 s.
  'ms mon client mode': 'crc',
};

const oneDisk = {
  'osd objectstore': 'bluestore',
  'osd pool default size': 1,
  'osd pool default min size': 1,
  'osd pool default pg num': 8,
  'osd pool default pgp num': 8,
  'osd crush chooseleaf type': 0,
  'osd memory target': gibibyte,
  // The gateway makes its pools one after another, and each waits for the monitor to gather proposals: 1 s by default.
  'paxos propose interval': 0.05,
  'mon allow pool size one': true,
  'mon pg warn min per osd': 0,
  // A developer's disk is often nearly full; the monitor would leave its quorum at 5 % free.
  'mon data avail crit': 1,
  // A sparse file: it takes the space of what is stored, not this much.
  'bluestore block size': 20 * gibibyte,
  'bluestore block db create': false,
  'bluestore block wal create': false,
};

const quietLogs = {
  'log to file': false,
  'log to stderr': true,
  'err to stderr': true,
  ...Object.fromEntries(
    ['rgw', 'ms', 'osd', 'mon', 'bluestore', 'bdev', 'rocksdb'].map((part) => [`debug ${part}`, '0/0']),
  ),
};
