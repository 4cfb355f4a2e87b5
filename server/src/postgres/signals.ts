/** Notifications for workers by LISTEN: new tasks and deleted jobs. The same session elects one of the workers. */
import type { Election } from '../ports/election.ts';
import type { Signals } from '../ports/tasks.ts';
import { deletionChannel, taskChannel, workKinds } from './channels.ts';
import { electionOver } from './election.ts';
import { type Listener, openListener } from './listener.ts';

export type OpenSignals = Signals & Listener & { readonly election: Election };

export function openSignals(url: string, onError: (error: Error) => void): OpenSignals {
  const tasks = new Set<() => void>();
  const deliveries = new Set<() => void>();
  const deletions = new Set<(jobId: string) => void>();
  /** Both for anything else: a trigger, or another version. */
  const wake = (kind = '') => {
    if (kind !== workKinds.delivery) for (const listener of tasks) listener();
    if (kind !== workKinds.task) for (const listener of deliveries) listener();
  };
  const { election, vote, end } = electionOver(() => listener.isListening());
  const listener = openListener({
    url,
    applicationName: 'octavo-signals',
    channels: {
      [taskChannel]: wake,
      [deletionChannel]: (jobId) => {
        for (const listener of deletions) listener(jobId);
      },
    },
    onListening: () => {
      end();
      wake();
    },
    onSession: vote,
    onError,
  });
  return {
    onTask: (listen) => void tasks.add(listen),
    onDelivery: (listen) => void deliveries.add(listen),
    onDeletion: (listen) => void deletions.add(listen),
    close: listener.close,
    isListening: listener.isListening,
    election,
  };
}
