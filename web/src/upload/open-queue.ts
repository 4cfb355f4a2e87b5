/** The queue with everything it needs in a browser. */
import type { LiveEvents } from '../api/live-events.ts';
import { countPages } from '../pdf/count-pages.ts';
import type { UploadList } from './upload-list.ts';
import { UploadQueue, type UploadQueueDependencies } from './upload-queue.ts';

export function openQueue(
  client: UploadQueueDependencies['client'],
  live: LiveEvents,
  list: UploadList,
): UploadQueue {
  return new UploadQueue({ client, live, list, countPages });
}
