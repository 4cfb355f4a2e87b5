/** All commands of the operator, in the order of the help. */
import { renewSeals } from '../actions/renew-seals.ts';
import type { Rerun } from '../actions/rerun-job.ts';
import { accountCommands } from './account-commands.ts';
import { type AdminPorts, type Commands, type Row, required } from './command.ts';
import { keyCommands } from './key-commands.ts';
import { receiptKeyCommands } from './receipt-key-commands.ts';

function rerunRow(jobId: string, rerun: Rerun): Row {
  const result = rerun.isRepaired ? `${rerun.formats.join(', ')} stored again` : rerun.why;
  return { job_id: jobId, repaired: rerun.isRepaired, result };
}

async function checkOutputs(ports: AdminPorts, repairs: boolean): Promise<readonly Row[]> {
  const missing = await ports.findMissingOutputs();
  const formats = Map.groupBy(missing, ({ jobId }) => jobId);
  const rows: Row[] = [];
  for (const [jobId, outputs] of formats) {
    const missingFormats = outputs.map(({ format }) => format).join(', ');
    const about = { account_id: outputs[0]?.accountId ?? '', missing: missingFormats };
    const repair = repairs ? rerunRow(jobId, await ports.rerunJob(jobId)) : { job_id: jobId };
    rows.push({ ...about, ...repair });
  }
  return rows;
}

const maintenanceCommands: Commands = {
  doctor: {
    usage: '',
    summary: 'check the installation and say how to fix each problem',
    details:
      'Checks configuration, database, storage, issuer, engine, disk and public address. Exits with 1 if a check fails.',
    run: async ({ runHealthChecks }) => (await runHealthChecks()).map((finding) => ({ ...finding })),
  },
  'outputs check': {
    usage: '',
    summary: 'list outputs of done jobs that are missing in the storage',
    options: { '--repair': 'runs those jobs again, at no charge' },
    run: (ports, { options }) => checkOutputs(ports, options['repair'] === 'true'),
  },
  'job rerun': {
    usage: 'JOB',
    summary: 'convert a done job again and replace its outputs, at no charge',
    run: async (ports, { words: [jobId] }) => {
      const id = required(jobId, 'the job’s id');
      return [rerunRow(id, await ports.rerunJob(id))];
    },
  },
  'seal renew': {
    usage: '',
    summary: 'seal stored secrets with the first of the sealing keys',
    details:
      'Webhook secrets and the key of receipts. After that, older keys can be removed from OCTAVO_SEALING_KEY.',
    run: async (ports) => {
      const { webhooks, renewed, unopened, receiptKey } = await renewSeals(ports);
      return [{ webhooks, renewed, unopened: unopened.join(' ') || 'none', receipt_key: receiptKey }];
    },
  },
};

export const commands: Commands = {
  ...accountCommands,
  ...keyCommands,
  ...receiptKeyCommands,
  ...maintenanceCommands,
};
