/** Entry point: `octavo admin …`, for operators. */

import { examine } from '../actions/examine.ts';
import { UsageError } from '../admin/commands.ts';
import { runAdmin } from '../admin/run.ts';
import { OctavoError } from '../domain/errors.ts';
import { systemClock } from '../ports/clock.ts';
import { openStore } from '../postgres/store.ts';
import { databaseSettings, sealingKeys } from './adapters.ts';
import { doctorChecks } from './doctor.ts';
import { openMaintenance } from './maintenance.ts';
import { loadPlans } from './plans.ts';
import { readSettings } from './settings.ts';

const { config, logger } = readSettings('admin');
const store = openStore(databaseSettings(config, logger, 'octavo-admin'));
const maintenance = openMaintenance(config, logger, store);
try {
  const ports = {
    store,
    ...maintenance,
    plans: loadPlans(config.plans.file),
    clock: systemClock,
    issuer: config.oidc.issuer,
    sealingKeys: sealingKeys(config),
    examine: async () => {
      const findings = await examine(doctorChecks(config));
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
      return findings;
    },
  };
  process.stdout.write(await runAdmin(ports, process.argv.slice(2)));
} catch (error) {
  const known = error instanceof UsageError || error instanceof OctavoError;
  if (!known && !(error instanceof TypeError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
} finally {
  await maintenance.close();
  await store.close();
}
