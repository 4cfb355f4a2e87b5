/** Reads samples of a metric, for tests that check what was counted. */
import type { Registry } from 'prom-client';

/** The sample with all of these labels; `undefined` when the metric has none. `part` is `sum` or `count` of a histogram. */
export async function metricValue(
  registry: Registry,
  name: string,
  labels: Readonly<Record<string, string | number>> = {},
  part?: 'sum' | 'count' | 'bucket',
): Promise<number | undefined> {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  const sampleName = part && `${name}_${part}`;
  return values.find(
    (sample) =>
      (!sampleName || ('metricName' in sample && sample.metricName === sampleName)) &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )?.value;
}

/** All samples above zero with their labels, for tests that check that nothing else was counted. */
export async function countedSamples(
  registry: Registry,
  name: string,
): Promise<readonly Readonly<Record<string, string | number | undefined>>[]> {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  return values.filter(({ value }) => value > 0).map(({ labels, value }) => ({ ...labels, value }));
}
