/** The Grafana dashboard, from a table of panels: JSON of this size is not written by hand. */

type Panel = {
  readonly title: string;
  readonly says: string;
  readonly unit: string;
  readonly queries: Readonly<Record<string, string>>;
  readonly kind?: 'timeseries' | 'stat';
  /** A stat is red from here on. */
  readonly badFrom?: number;
};

const latency = (quantile: number) =>
  `histogram_quantile(${quantile}, sum by (le) (rate(octavo_http_request_duration_seconds_bucket{route!~".*wait"}[5m])))`;
const duration = (quantile: number) =>
  `histogram_quantile(${quantile}, sum by (le) (rate(octavo_attempt_duration_seconds_bucket[5m])))`;

const rows: Readonly<Record<string, readonly Panel[]>> = {
  'At a glance': [
    {
      title: 'Oldest queued job',
      says: 'Age of the oldest pending job over all plans.',
      unit: 's',
      kind: 'stat',
      badFrom: 300,
      queries: { age: 'max(octavo_queue_oldest_seconds)' },
    },
    {
      title: '5xx responses',
      says: 'Share over five minutes.',
      unit: 'percentunit',
      kind: 'stat',
      badFrom: 0.02,
      queries: {
        share:
          'sum(rate(octavo_http_request_duration_seconds_count{status=~"5.."}[5m])) / sum(rate(octavo_http_request_duration_seconds_count[5m]))',
      },
    },
    {
      title: 'Slots in use',
      says: 'Share of all conversion slots that are busy.',
      unit: 'percentunit',
      kind: 'stat',
      badFrom: 0.95,
      queries: { share: 'sum(octavo_slots_busy) / sum(octavo_slots)' },
    },
    {
      title: 'Ledger drift',
      says: 'Accounts whose counters differ from their ledger. Must be 0.',
      unit: 'none',
      kind: 'stat',
      badFrom: 1,
      queries: { accounts: 'max(octavo_ledger_drift_accounts)' },
    },
  ],
  API: [
    {
      title: 'Traffic',
      says: 'Responses by status.',
      unit: 'reqps',
      queries: { '{{status}}': 'sum by (status) (rate(octavo_http_request_duration_seconds_count[5m]))' },
    },
    {
      title: 'Latency',
      says: 'All responses except long polls and streams.',
      unit: 's',
      queries: { p50: latency(0.5), p95: latency(0.95), p99: latency(0.99) },
    },
    {
      title: 'Requests in flight',
      says: 'Including streams and long polls.',
      unit: 'none',
      queries: { '{{instance}}': 'octavo_http_requests_in_flight' },
    },
    {
      title: 'Database connections',
      says: 'By state; waiting should be 0.',
      unit: 'none',
      queries: {
        '{{state}}': 'sum by (state) (octavo_database_connections)',
        max: 'sum(octavo_database_connections_max)',
      },
    },
  ],
  'Queue and workers': [
    {
      title: 'Age of the oldest job, by plan',
      says: 'Waiting time of a new job on this plan.',
      unit: 's',
      queries: { '{{plan}}': 'max by (plan) (octavo_queue_oldest_seconds)' },
    },
    {
      title: 'Queued jobs, by plan',
      says: 'Counted up to 1000.',
      unit: 'none',
      queries: {
        '{{plan}}': 'max by (plan) (octavo_queue_jobs)',
        processing: 'max(octavo_jobs_processing)',
      },
    },
    {
      title: 'Attempts by outcome and class',
      says: 'Classes are those of the engine; trouble means that a dependency failed.',
      unit: 'cps',
      queries: { '{{end}} {{class}}': 'sum by (end, class) (rate(octavo_attempts_total[5m]))' },
    },
    {
      title: 'Duration of an attempt',
      says: 'From claim to commit.',
      unit: 's',
      queries: { p50: duration(0.5), p95: duration(0.95), p99: duration(0.99) },
    },
    {
      title: 'Pages',
      says: 'Converted pages a second.',
      unit: 'none',
      queries: { pages: 'sum(rate(octavo_pages_converted_total[5m]))' },
    },
    {
      title: 'Slots',
      says: 'All of them, and those in use.',
      unit: 'none',
      queries: { busy: 'sum(octavo_slots_busy)', all: 'sum(octavo_slots)' },
    },
  ],
  'Webhooks and maintenance': [
    {
      title: 'Webhook attempts by outcome',
      says: 'Anything but delivered is a fault of the receiver or of the network.',
      unit: 'cps',
      queries: {
        '{{outcome}}': 'sum by (outcome) (rate(octavo_webhook_attempt_duration_seconds_count[5m]))',
        pending: 'max(octavo_webhook_deliveries_pending)',
      },
    },
    {
      title: 'Cleanup',
      says: 'Interrupted work that was recovered, and expired data that was removed.',
      unit: 'cps',
      queries: { '{{what}}': 'sum by (what) (rate(octavo_swept_total[5m]))' },
    },
  ],
  'Recovery and integrity': [
    {
      title: 'Missing outputs',
      says: 'Outputs of done jobs that the audit did not find in storage. Must be 0.',
      unit: 'none',
      queries: { missing: 'max(octavo_outputs_missing)' },
    },
    {
      title: 'Clock skew',
      says: 'The clock of each process minus that of the database.',
      unit: 's',
      queries: { '{{instance}}': 'octavo_clock_skew_seconds' },
    },
    {
      title: 'Failed maintenance steps',
      says: 'Periodic steps, or items of them, that could not be finished.',
      unit: 'cps',
      queries: { '{{step}}': 'sum by (step) (rate(octavo_sweep_failures_total[5m]))' },
    },
    {
      title: 'Engine restarts and refusals',
      says: 'Replaced engine processes, and requests that got none.',
      unit: 'cps',
      queries: {
        'restart {{pool}}, started: {{ok}}': 'sum by (pool, ok) (rate(octavo_engine_restarts_total[5m]))',
        'refused {{pool}}: {{reason}}': 'sum by (pool, reason) (rate(octavo_engine_refusals_total[5m]))',
      },
    },
    {
      title: 'Wait for an engine process',
      says: '95th percentile, by pool.',
      unit: 's',
      queries: {
        '{{pool}}':
          'histogram_quantile(0.95, sum by (le, pool) (rate(octavo_engine_wait_seconds_bucket[5m])))',
      },
    },
    {
      title: 'Preempted attempts',
      says: 'Attempts requeued because one account used every slot while another waited.',
      unit: 'cps',
      queries: { preempted: 'sum(rate(octavo_attempts_preempted_total[5m]))' },
    },
    {
      title: 'Processes that receive notifications',
      says: 'A process that receives none polls the database instead.',
      unit: 'none',
      queries: { '{{job}}': 'sum by (job) (octavo_database_listening)' },
    },
    {
      title: 'Open event streams',
      says: 'By process.',
      unit: 'none',
      queries: { '{{instance}}': 'octavo_event_streams_open' },
    },
  ],
  Processes: [
    {
      title: 'Event loop lag',
      says: 'Everything in a process waits this long.',
      unit: 's',
      queries: { '{{instance}}': 'nodejs_eventloop_lag_p99_seconds{job=~"octavo-.*"}' },
    },
    {
      title: 'Memory',
      says: 'Resident, without the JVMs of the engine.',
      unit: 'bytes',
      queries: { '{{instance}}': 'process_resident_memory_bytes{job=~"octavo-.*"}' },
    },
  ],
};

/** Grafana fills it in; the plus keeps it from looking like a template of ours. */
const source = { type: 'prometheus', uid: '$' + '{source}' };

function panelOf(panel: Panel, id: number, gridPos: object) {
  const { kind = 'timeseries', badFrom } = panel;
  const steps = [
    { color: 'green', value: null },
    ...(badFrom === undefined ? [] : [{ color: 'red', value: badFrom }]),
  ];
  return {
    id,
    type: kind,
    title: panel.title,
    description: panel.says,
    datasource: source,
    gridPos,
    fieldConfig: {
      defaults: { unit: panel.unit, min: 0, thresholds: { mode: 'absolute', steps } },
      overrides: [],
    },
    options: kind === 'stat' ? { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'background' } : {},
    targets: Object.entries(panel.queries).map(([legendFormat, expr], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: source,
      expr,
      legendFormat,
    })),
  };
}

function layOut() {
  let id = 0;
  let y = 0;
  return Object.entries(rows).flatMap(([title, panels]) => {
    const isStats = panels.every(({ kind }) => kind === 'stat');
    const [width, height] = isStats ? [6, 4] : [12, 8];
    id += 1;
    const row = { id, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] };
    y += 1;
    const perLine = 24 / width;
    const placed = panels.map((panel, index) => {
      id += 1;
      const x = (index % perLine) * width;
      return panelOf(panel, id, { x, y: y + Math.floor(index / perLine) * height, w: width, h: height });
    });
    y += Math.ceil(panels.length / perLine) * height;
    return [row, ...placed];
  });
}

export function dashboard(): string {
  const variable = { name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus' };
  const document = {
    uid: 'octavo',
    title: 'Octavo',
    description: 'Four golden signals of API and workers, the queue by plan, and what must be 0.',
    schemaVersion: 39,
    timezone: 'utc',
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    tags: ['octavo'],
    templating: { list: [variable] },
    panels: layOut(),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
