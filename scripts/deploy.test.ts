/** Dockerfile, compose files and systemd units match the program: variables, files, targets and users. Nothing is run. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Variable } from '../server/src/config/variable.ts';
import { configVariables } from '../server/src/config/variables.ts';
import { nodeArguments, nodeEnvironment } from './launch.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const variables = Object.values(configVariables).flatMap((group) => Object.values(group) as Variable[]);
const known = new Set(variables.map(({ name }) => name));
const required = variables.filter((variable) => variable.required).map(({ name }) => name);
const dockerfile = textOf('deploy/Dockerfile');

type Service = {
  image: string;
  build?: { target: string; dockerfile: string };
  environment?: Record<string, string>;
  read_only?: boolean;
  user?: string;
  cap_drop?: string[];
  security_opt?: string[];
  command?: string[];
};
const composeText = textOf('compose.yaml');
const compose = parse(composeText, { merge: true }) as { services: Record<string, Service> };
const ours = Object.entries(compose.services).filter(([, { image }]) => image.startsWith('octavo-'));

describe('images and units', () => {
  it.each([
    'deploy/Dockerfile',
    'deploy/systemd/octavo-api.service',
    'deploy/systemd/octavo-worker@.service',
  ])('%s starts processes the way npm start does', (path) => {
    expect(textOf(path)).toContain(`NODE_OPTIONS=${nodeArguments.join(' ')}`);
    for (const pair of Object.entries(nodeEnvironment)) expect(textOf(path)).toContain(pair.join('='));
  });
});

describe('the Dockerfile', () => {
  it('copies what exists and is not kept out of the build', () => {
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    const allowed = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(sources.length).toBeGreaterThan(8);
    for (const source of sources) {
      expect(existsSync(join(root, source)), source).toBe(true);
      expect(
        allowed.some(
          (path) => source === path || source.startsWith(`${path}/`) || path.startsWith(`${source}/`),
        ),
        source,
      ).toBe(true);
    }
  });

  it('knows every workspace, because npm ci compares them all with the lock', () => {
    const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: string[] };
    for (const name of workspaces) expect(dockerfile).toContain(`COPY ${name}/package.json ${name}/`);
  });

  it('sets variables that the program reads, and runs entry points that exist', () => {
    const set = [...dockerfile.matchAll(/\b(OCTAVO_[A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
    const entries = [...dockerfile.matchAll(/^CMD \["([^"]+)"\]/gm)].map(([, path = '']) => path);
    expect(entries).toHaveLength(3);
    expect(entries.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('has a user without rights and a health check in every image', () => {
    expect(dockerfile).toContain('USER 10001:10001');
    expect(dockerfile.match(/^HEALTHCHECK/gm)).toHaveLength(3);
  });
});

describe('compose.yaml', () => {
  it('gives each process of ours every variable it must have, and none that is unused', () => {
    expect(ours.map(([name]) => name).toSorted()).toEqual(['api', 'first', 'migrate', 'worker']);
    for (const [name, { environment = {} }] of ours) {
      const set = Object.keys(environment).filter((one) => /^(OCTAVO|OTEL)_/.test(one));
      expect({ name, unknown: set.filter((one) => !known.has(one)) }).toEqual({ name, unknown: [] });
      expect({ name, missing: required.filter((one) => !set.includes(one)) }).toEqual({ name, missing: [] });
    }
  });

  it('takes every right away from them that can be taken', () => {
    for (const [, service] of ours) {
      expect(service).toMatchObject({ read_only: true, user: '10001:10001', cap_drop: ['ALL'] });
      expect(service.security_opt).toContain('no-new-privileges:true');
    }
  });

  it('builds targets that the Dockerfile has, and runs programs that exist', () => {
    for (const [, { build, command }] of ours) {
      if (build) expect(dockerfile).toContain(` AS ${build.target}\n`);
      if (command) expect(existsSync(join(root, command[0] ?? ''))).toBe(true);
    }
  });

  it('names a version of every image of others', () => {
    const images = Object.values(compose.services).map(({ image }) => image);
    const strangers = images.filter((image) => !image.startsWith('octavo-'));
    expect(strangers.filter((image) => !/:[\w.-]+$/.test(image) || image.endsWith(':latest'))).toEqual([]);
    expect(strangers.filter((image) => image.includes('minio'))).toEqual([]);
  });

  it('asks for secrets that the example file names, and has none of its own', () => {
    const asked = new Set([...composeText.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name));
    const example = textOf('deploy/compose.env.example');
    expect(asked.size).toBeGreaterThan(5);
    expect([...asked].filter((name) => !new RegExp(`^${name}=$`, 'm').test(example))).toEqual([]);
  });

  it('fills every gap of the realm', () => {
    const realm = textOf('deploy/keycloak/octavo-realm.json');
    const gaps = [...realm.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
    const filled = Object.keys(compose.services['login']?.environment ?? {});
    expect(gaps.filter((name) => !filled.includes(name))).toEqual([]);
    const { clients } = JSON.parse(realm) as { clients: { protocolMappers: { config: object }[] }[] };
    const audience = compose.services['api']?.environment?.['OCTAVO_OIDC_AUDIENCE'];
    expect(JSON.stringify(clients)).toContain(`"included.custom.audience":"${audience}"`);
  });
});

describe('systemd units', () => {
  const units = readdirSync(join(root, 'deploy/systemd'));

  it.each(units)('%s starts what exists, as a user without rights', (unit) => {
    const text = textOf(`deploy/systemd/${unit}`);
    const [, entry = ''] = /^ExecStart=\S+\/node (\S+)$/m.exec(text) ?? [];
    expect(existsSync(join(root, entry))).toBe(true);
    expect(text).toContain('User=octavo');
    expect(text).toContain('NoNewPrivileges=yes');
    expect(text).toMatch(/^CapabilityBoundingSet=$/m);
    const set = [...text.matchAll(/\b(OCTAVO_[A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  it('leave the sandbox its namespaces and a whole /proc', () => {
    for (const unit of units.filter((name) => !name.includes('migrate'))) {
      const text = textOf(`deploy/systemd/${unit}`);
      expect(text).not.toMatch(/^(ProtectKernelTunables|ProtectKernelLogs|ProtectProc|RestrictNamespaces)=/m);
    }
  });
});
