/** The dashboard to serve: the configured folder, the one built in this repository, or none. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Dashboard } from '../http/dashboard.ts';
import { upgradePathOf } from './plans.ts';

const builtHere = resolve(import.meta.dirname, '../../../web/dist');

const isBuilt = (directory: string) => existsSync(join(directory, 'index.html'));

function directoryOf(configured: string | null): string | null {
  if (configured === 'off') return null;
  if (configured === null) return isBuilt(builtHere) ? builtHere : null;
  const directory = resolve(configured);
  if (!isBuilt(directory)) throw new Error(`OCTAVO_DASHBOARD_DIR: there is no index.html in ${directory}`);
  return directory;
}

/** `name=value` pairs; a value may contain equals signs. */
function parametersOf(pairs: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

export function dashboardSettings(
  config: Pick<Config, 'dashboard' | 'ocr' | 'oidc' | 'plans'>,
): Dashboard | null {
  const { dashboard, ocr, oidc } = config;
  const directory = directoryOf(dashboard.directory);
  if (directory === null) return null;
  return {
    directory,
    issuer: oidc.issuer,
    clientId: dashboard.clientId,
    scope: dashboard.scope,
    signInParameters: parametersOf(dashboard.signInParameters),
    connectOrigins: dashboard.connectOrigins,
    ocrLanguages: ocr.enabled ? ocr.languages : [],
    upgradePath: upgradePathOf(config),
    planPrices: parametersOf(config.plans.prices),
    links: { docs: dashboard.docsUrl, status: dashboard.statusUrl, support: dashboard.supportUrl },
  };
}
