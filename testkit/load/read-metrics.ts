/** Reads the metrics of a process, with the token that the processes of the run are started with. */

import { sendRequest } from '../client/send-request.ts';
import type { ProcessEnv } from '../processes/fleet.ts';

const token = 'faults-metrics-token';

/** For the environment of a run that reads metrics. */
export const metricsEnvironment: ProcessEnv = { OCTAVO_METRICS_TOKEN: token };

export async function readMetrics(url: string): Promise<string> {
  const reply = await sendRequest(url, '/metrics', { headers: { authorization: `Bearer ${token}` } });
  if (reply.status !== 200) throw new Error(`metrics of ${url}: ${reply.status} ${reply.text}`);
  return reply.text;
}
