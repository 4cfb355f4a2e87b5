/** Writes the `config.json` of an OCI bundle for an image that buildah has mounted; used by scripts/try-images.sh. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf } from '@octavo/testkit/services/manage.ts';
import { serviceSet } from '@octavo/testkit/services/service-set.ts';

const { IMAGE: image = '', BUNDLE: bundle = '', SET: set = '' } = process.env;
const inspected = JSON.parse(
  execFileSync('buildah', ['inspect', '--type', 'image', image], { encoding: 'utf8' }),
);
const {
  Env: env,
  Entrypoint: entrypoint,
  Cmd: command,
  User: user,
  WorkingDir: cwd,
} = inspected.OCIv1.config;
const [uid, gid] = String(user).split(':').map(Number);
if (uid !== 10_001 || gid !== 10_001) throw new Error(`the image runs as ${user}`);
const asked = process.argv.slice(2);
const variables = Object.entries(environmentOf(serviceSet(set, process.env))).map(([k, v]) => `${k}=${v}`);

/** As an orchestrator sets it: no new privileges, no capability, nothing writable but /work and /tmp. */
const config = {
  ociVersion: '1.0.2',
  process: {
    user: { uid, gid },
    args: [...entrypoint, ...(asked.length > 0 ? asked : command)],
    env: [...env, ...variables],
    cwd,
    capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
    noNewPrivileges: true,
  },
  root: { path: readFileSync(join(bundle, 'mount'), 'utf8').trim(), readonly: true },
  mounts: [
    // Whole, not masked: the sandbox mounts a /proc of its own, which the kernel allows only next to a complete one.
    { destination: '/proc', type: 'proc', source: 'proc' },
    { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=65536k'] },
    { destination: '/dev/shm', type: 'tmpfs', source: 'shm', options: ['nosuid', 'nodev', 'mode=1777'] },
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
    {
      destination: '/work',
      type: 'bind',
      source: join(bundle, 'work'),
      options: ['bind', 'rw', 'nosuid', 'nodev'],
    },
  ],
  linux: {
    // The network of this machine: its services listen on loopback.
    namespaces: [{ type: 'pid' }, { type: 'ipc' }, { type: 'uts' }, { type: 'mount' }],
  },
};
writeFileSync(join(bundle, 'config.json'), JSON.stringify(config, null, 2));
