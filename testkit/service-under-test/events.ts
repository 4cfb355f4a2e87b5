/** Event streams of the service under test. */

import { type EventStream, openStreamAt, type StreamCaller } from '../client/event-stream.ts';
import { context } from './context.ts';

export type { EventStream, ReceivedEvent } from '../client/event-stream.ts';

export type StreamAsk = StreamCaller & { readonly node?: string };

export function openStream(path: string, { node, ...ask }: StreamAsk): Promise<EventStream> {
  return openStreamAt(new URL(path, node ?? context.baseUrl), ask);
}
