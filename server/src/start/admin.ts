/** Entry point: `npm run admin -- …`, for operators. */

import { runHealthChecks } from '../actions/run-health-checks.ts';
import { UsageError } from '../admin/command.ts';
import { requestedHelp, runAdmin } from '../admin/run.ts';
import { OctavoError } from '../domain/errors.ts';
import { systemClock } from '../ports/clock.ts';
import { openStore } from '../postgres/store.ts';
import { databaseSettings, sealingKeys } from './adapters.ts';
import { doctorChecks } from './doctor.ts';
import { openOutputRepair } from './output-repair.ts';
import { loadPlans } from './plans.ts';
import { readSettings } from './settings.ts';

/** Prints a mistake of the operator; anything else is a defect and is thrown. */
function report(error: unknown): void {
  const known = error instanceof UsageError || error instanceof OctavoError || error instanceof TypeError;
  if (!known) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}

try {
  const help = requestedHelp(process.argv.slice(2));
  if (help !== null) {
    process.stdout.write(help);
    process.exit();
  }
} catch (error) {
  report(error);
  process.exit();
}

const { config, logger } = readSettings('admin', process.stderr);
const store = openStore(databaseSettings(config, logger, 'octavo-admin'));
const maintenance = openOutputRepair(config, logger, store);
try {
  const ports = {
    store,
    ...maintenance,
    plans: loadPlans(config.plans.file),
    clock: systemClock,
    issuer: config.oidc.issuer,
    sealingKeys: sealingKeys(config),
    runHealthChecks: async () => {
      const findings = await runHealthChecks(doctorChecks(config));
      if (findings.some(({ state }) => state === 'bad')) process.exitCode = 1;
      return findings;
    },
  };
  process.stdout.write(await runAdmin(ports, process.argv.slice(2)));
} catch (error) {
  report(error);
} finally {
  await maintenance.close();
  await store.close();
}
