/** Notifications for workers by LISTEN: new tasks and deleted jobs. */
import type { Signals } from '../ports/tasks.ts';
import { deletionChannel, taskChannel } from './channels.ts';
import { type Listener, openListener } from './listener.ts';

export type OpenSignals = Signals & Listener;

export function openSignals(url: string, onError: (error: Error) => void): OpenSignals {
  const tasks = new Set<() => void>();
  const deletions = new Set<(jobId: string) => void>();
  const wake = () => {
    for (const listener of tasks) listener();
  };
  const listener = openListener({
    url,
    applicationName: 'octavo-signals',
    channels: {
      [taskChannel]: wake,
      [deletionChannel]: (jobId) => {
        for (const listener of deletions) listener(jobId);
      },
    },
    onListening: wake,
    onError,
  });
  return {
    onTask: (listen) => void tasks.add(listen),
    onDeletion: (listen) => void deletions.add(listen),
    close: listener.close,
    isListening: listener.isListening,
  };
}
