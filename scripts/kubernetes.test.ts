/** The manifests for Kubernetes: each object fits the schema of its kind, and they fit the program and each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ScaledObject, TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service, ServiceAccount } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { Variable } from '../server/src/config/variable.ts';
import { configVariables } from '../server/src/config/variables.ts';

const folder = fileURLToPath(new URL('../deploy/kubernetes', import.meta.url));
const variables = Object.values(configVariables).flatMap((group) => Object.values(group) as Variable[]);

type Container = {
  name: string;
  image: string;
  env?: { name: string }[];
  securityContext: object;
  ports?: { name: string }[];
};
type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: {
    template?: { spec: { containers: Container[]; securityContext: object; [key: string]: unknown } };
  } & Record<string, unknown>;
};
type Checked = { validate(): void };
type Kind = new (data: never) => Checked;

const kinds: Readonly<Record<string, unknown>> = {
  Deployment,
  HorizontalPodAutoscaler,
  Job,
  NetworkPolicy,
  PodDisruptionBudget,
  ScaledObject,
  Service,
  ServiceAccount,
  TriggerAuthentication,
};

function manifestsIn(overlay: string): Manifest[] {
  return readdirSync(join(folder, overlay))
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(readFileSync(join(folder, overlay, file), 'utf8')).map(
        (one) => one.toJSON() as Manifest,
      ),
    );
}

type Kustomization = {
  resources: string[];
  configMapGenerator?: { literals: string[] }[];
  patches?: { patch: string }[];
};
const kustomization = (overlay: string) =>
  parse(readFileSync(join(folder, overlay, 'kustomization.yaml'), 'utf8')) as Kustomization;

const base = manifestsIn('base');
const all = [...base, ...manifestsIn('keda')];
const validate = (manifest: Manifest) => {
  const kind = kinds[manifest.kind] as Kind | undefined;
  if (!kind) throw new Error(`no schema for ${manifest.kind}`);
  new kind(manifest as never).validate();
};

describe('manifests', () => {
  it.each(all.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    '%s fits the schema of its kind',
    (_, manifest) => {
      expect(() => validate(manifest)).not.toThrow();
    },
  );

  it('would be refused with a misplaced or misspelt field', () => {
    const [api] = base.filter(({ kind }) => kind === 'Deployment');
    const broken = structuredClone(api) as Manifest;
    Object.assign(broken.spec, { replicas: 'two' });
    expect(() => validate(broken)).toThrow();
    const unselected = structuredClone(api) as Manifest;
    delete unselected.spec['selector'];
    expect(() => validate(unselected)).toThrow();
  });

  it('are all listed, and what is listed exists', () => {
    for (const overlay of ['base', 'keda']) {
      const files = readdirSync(join(folder, overlay)).filter((file) => file !== 'kustomization.yaml');
      const listed = kustomization(overlay).resources.filter((path) => !path.startsWith('..'));
      expect(listed.toSorted()).toEqual(files.toSorted());
    }
  });

  it('set variables that the program reads; the secret must provide the rest', () => {
    const literals = ['base', 'gvisor'].flatMap((overlay) =>
      (kustomization(overlay).configMapGenerator ?? []).flatMap((one) => one.literals),
    );
    const named = literals.map((literal) => literal.split('=')[0] ?? '');
    const inPods = base
      .flatMap((one) => one.spec?.template?.spec.containers ?? [])
      .flatMap((one) => one.env ?? []);
    const known = variables.map(({ name }) => name);
    expect([...named, ...inPods.map(({ name }) => name)].filter((name) => !known.includes(name))).toEqual([]);
    const left = variables.filter((one) => one.required && !named.includes(one.name)).map(({ name }) => name);
    const page = readFileSync(
      fileURLToPath(new URL('../docs/self-host/kubernetes.md', import.meta.url)),
      'utf8',
    );
    for (const name of left) expect(page).toContain(name);
  });

  it('take every right away from the containers that can be taken', () => {
    const pods = base.flatMap((one) => (one.spec?.template ? [one.spec.template.spec] : []));
    expect(pods).toHaveLength(3);
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
      expect(pod['automountServiceAccountToken']).toBe(false);
      for (const container of pod.containers) {
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });

  it('let the gVisor overlay change places that are there', () => {
    const { patches = [] } = kustomization('gvisor');
    const steps = patches.flatMap(({ patch }) => parse(patch) as { op: string; path: string }[]);
    expect(steps).toHaveLength(3);
    for (const deployment of base.filter(({ kind }) => kind === 'Deployment')) {
      for (const { op, path } of steps.filter((step) => step.op !== 'add')) {
        const found = path
          .slice(1)
          .split('/')
          .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], deployment);
        expect({ op, path, there: found !== undefined }).toEqual({ op, path, there: true });
      }
    }
  });
});
