/** Reads the metrics of a process, with the token that the processes of the run are started with. */
import type { Environment } from '../processes/fleet.ts';
import { ask } from '../client/send-request.ts';

const token = 'faults-metrics-token';

/** For the environment of a run that reads metrics. */
export const metricsEnvironment: Environment = { OCTAVO_METRICS_TOKEN: token };

export async function readMetrics(url: string): Promise<string> {
  const reply = await ask(url, '/metrics', { headers: { authorization: `Bearer ${token}` } });
  if (reply.status !== 200) throw new Error(`metrics of ${url}: ${reply.status} ${reply.text}`);
  return reply.text;
}
