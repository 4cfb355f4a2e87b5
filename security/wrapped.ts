/** Fault runs that are attacks as they stand: the same run, with its figures beside their aims. */
import type { FaultRun } from '@octavo/testkit/runner/scenario.ts';
import type { Journal } from '@octavo/testkit/invariants/journal.ts';
import { tenantMatrix } from './tenants/tenants.ts';
import { tokens as tokenFaults } from './tokens.ts';
import type { Figure, SecurityRun } from './security-run.ts';

type Wrapping = {
  readonly name: string;
  readonly doesNotShow: string;
  readonly figures: (journal: Journal) => readonly Figure[];
};

function wrapped(fault: FaultRun, { name, doesNotShow, figures }: Wrapping): SecurityRun {
  return {
    ...fault,
    name,
    doesNotShow,
    run: async (context) => {
      const { load, misses, notes = [] } = await fault.run(context);
      const missed = misses.map((measured): Figure => ({ measured, aim: 'none', held: false }));
      return { load, figures: [...figures(context.ground.journal), ...missed], notes };
    },
  };
}

/** Observations of one invariant, counted: `0 leaks in 812 looks`. */
function observed({ observations }: Journal, invariant: string, what: string): Figure {
  const seen = observations.filter((one) => one.invariant === invariant);
  const broken = seen.filter(({ holds }) => !holds).length;
  // A run that looked at nothing has shown nothing.
  return {
    measured: `${broken} ${what} in ${seen.length} looks`,
    aim: '0',
    held: broken === 0 && seen.length > 0,
  };
}

export const tenants = wrapped(tenantMatrix, {
  name: 'tenants',
  doesNotShow: 'timing of answers is not measured',
  figures: (journal) => [
    observed(journal, 'I15', 'leaks between accounts, or differences of foreign and absent'),
  ],
});

export const tokens = wrapped(tokenFaults, {
  name: 'tokens',
  doesNotShow: 'the cryptography of the library that checks signatures is taken as it is',
  figures: (journal) => [
    observed(journal, 'I15', 'wrong accepts'),
    observed(journal, 'I20', 'wrong refusals, statuses or fetches of keys'),
  ],
});
