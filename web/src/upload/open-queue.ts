/** The queue with everything it needs in a browser. */
import type { LiveEvents } from '../api/live-events.ts';
import { countPages } from '../pdf/count-pages.ts';
import type { UploadList } from './upload-list.ts';
import { type QueueNeeds, UploadQueue } from './upload-queue.ts';

export function openQueue(client: QueueNeeds['client'], live: LiveEvents, list: UploadList): UploadQueue {
  return new UploadQueue({ client, live, list, countPages });
}
