/** Example bodies for the OpenAPI document: one account, one document, one webhook. A test checks them. */
import { withDefaults } from '../../domain/options.ts';
import { defaultPlans, tiers } from '../../domain/plan.ts';

export const exampleIds = {
  job: '019a8d2b-4c5e-7a10-8f21-3b6d9c0e1f42',
  user: '019a7c10-2b3d-7e4f-8a5b-6c7d8e9f0a1b',
  apiKey: '019a7c11-0d2e-7f30-9141-52637485a6b7',
  webhook: '019a8d30-1122-7334-9556-778899aabbcc',
  delivery: '019a8d31-5566-7778-8999-aabbccddeeff',
  share: '019a8d32-0102-7304-8506-0708090a0b0c',
  upload: '019a8d2a-9e10-7c21-a3b4-c5d6e7f80912',
};

const at = (time: string) => `2026-11-16T${time}Z`;
const createdAt = at('09:30:00.000');
const finishedAt = at('09:30:03.412');
const resetsAt = '2026-12-01T00:00:00.000Z';
const signed = (name: string) =>
  `https://storage.example.com/octavo/outputs/${exampleIds.job}/${name}?X-Amz-Expires=3600&X-Amz-Signature=5d1c0e9b`;

export const accountExample = {
  id: exampleIds.user,
  email: 'ada@example.com',
  tier: 'pro',
  pages_used: 1_284,
  pages_limit: defaultPlans.pro.pagesPerMonth,
  created_at: '2026-10-02T08:15:00.000Z',
};

export const apiKeyExample = {
  id: exampleIds.apiKey,
  name: 'nightly import',
  key_prefix: 'oct_3f9a1c7e',
  is_active: true,
  created_at: createdAt,
  last_used_at: null,
};
export const newApiKeyExample = { ...apiKeyExample, raw_key: 'oct_3f9a1c7e5b2d8046a1c3e5f7091b2d4f6a8c0e1d' };

export const optionsInputExample = { format: ['markdown', 'json'], pages: '1-12', table_method: 'cluster' };

export const submitFormExample = {
  file: '@report.pdf',
  options: optionsInputExample,
};

export const createUploadExample = { file_name: 'archive.pdf', bytes: 12_582_912 };

const partUrl = (number: number) =>
  `https://storage.example.com/octavo/uploads/${exampleIds.upload}/source.pdf?partNumber=${number}&X-Amz-Signature=9ac41d07`;

export const uploadExample = {
  id: exampleIds.upload,
  status: 'open' as const,
  file_name: 'archive.pdf',
  bytes: 12_582_912,
  sha256: null,
  part_bytes: 8_388_608,
  parts: [
    { number: 1, offset: 0, bytes: 8_388_608, uploaded: true, url: null },
    { number: 2, offset: 8_388_608, bytes: 4_194_304, uploaded: false, url: partUrl(2) },
  ],
  urls_expire_at: at('10:30:00.000'),
  job_id: null,
  created_at: createdAt,
  expires_at: '2026-11-17T09:30:00.000Z',
};

export function jobExamples(options: object) {
  const job = {
    id: exampleIds.job,
    user_id: exampleIds.user,
    status: 'pending' as const,
    options,
    page_count: null,
    error_message: null,
    created_at: createdAt,
    updated_at: createdAt,
    download_urls: {},
  };
  const done = {
    ...job,
    status: 'done' as const,
    page_count: 12,
    updated_at: finishedAt,
    download_urls: { markdown: signed('document.md'), json: signed('document.json') },
  };
  return { pending: job, done, list: { items: [done], total: 1, page: 1, page_size: 20 } };
}

export const exampleOptions = withDefaults({ pages: '1-12', tableMethod: 'cluster' });

export const jobExpiryExample = { id: exampleIds.job, expires_at: '2026-12-16T00:00:00.000Z' };
export const closedAccountExample = { closed_at: '2026-11-16T09:30:00.000Z', jobs: 128 };

export const settingsExample = { retention_days: 30 };

export const shareExample = {
  id: exampleIds.share,
  name: 'for the auditors',
  ref: null,
  with_source: true,
  created_at: createdAt,
  expires_at: '2026-11-23T09:30:00.000Z',
};
const shareToken = 'shr_Zk3yT0aXq7m1W8rV5nC2bJ9hL4gD6sE-fQuKpYtRxIo';
export const newShareExample = {
  ...shareExample,
  token: shareToken,
  url: `https://octavo.example.com/app/shared#${shareToken}`,
};
export const sharedResultExample = {
  file_name: 'report.pdf',
  page_count: 12,
  formats: ['markdown' as const, 'json' as const],
  with_source: true,
  element: null,
  expires_at: shareExample.expires_at,
};

export const imagesExample = {
  items: [{ name: 'imageFile1.png', bytes: 48_213, media_type: 'image/png', page: 3 }],
  total: 1,
};

export const droppedExample = {
  items: [{ page: 2, bounding_box: [72, 700.5, 310.2, 712], reason: 'hidden-text', kind: 'text' }],
  total: 1,
};

export const ledgerExample = {
  job_id: exampleIds.job,
  movements: [
    { kind: 'reserve', pages: 12, month: '2026-11', at: createdAt },
    { kind: 'charge', pages: 12, month: '2026-11', at: finishedAt },
  ],
  pages_charged: 12,
  pages_reserved: 0,
};

const sums = { pages: 12, jobs: 1 };
export const usageExample = {
  from: '2026-11-16',
  to: '2026-11-16',
  ...sums,
  days: [{ date: '2026-11-16', ...sums }],
  keys: [
    {
      api_key_id: exampleIds.apiKey,
      name: apiKeyExample.name,
      key_prefix: apiKeyExample.key_prefix,
      ...sums,
    },
  ],
  month: {
    pages_used: 1_284,
    pages_reserved: 0,
    pages_limit: 20_000,
    pages_remaining: 18_716,
    resets_at: resetsAt,
  },
};

export const plansExample = {
  plans: tiers.map((tier) => ({
    tier,
    pages_per_month: defaultPlans[tier].pagesPerMonth,
    file_bytes_max: defaultPlans[tier].fileBytesMax,
    active_jobs_max: defaultPlans[tier].activeJobsMax,
    api_keys_max: defaultPlans[tier].apiKeysMax,
    programmatic_access: defaultPlans[tier].programmaticAccess,
    ocr_pages_max: defaultPlans[tier].ocrPagesMax,
  })),
  current: 'pro',
};

export const preflightExample = {
  pages: 12,
  pages_inspected: 12,
  encrypted: false,
  tagged: true,
  scanned_pages: [7],
  scanned_pages_with_text: [],
  pages_without_text: [7],
  garbled_text: { risk: 'none', pages: [], fonts: 0, characters: 0 },
  cost: { pages: 12, pages_remaining: 18_716, pages_limit: 20_000, enough: true },
  submit_now: { status: 201, code: null },
  recommended_options: { use_struct_tree: true },
  reasons: [{ option: 'use_struct_tree', value: true, why: 'The document has a structure tree.' }],
};

export const createWebhookExample = {
  url: 'https://example.com/octavo',
  events: ['job.done', 'job.failed'],
  description: 'production',
};
export const webhookExample = {
  id: exampleIds.webhook,
  ...createWebhookExample,
  enabled: true,
  disabled_reason: null,
  previous_secret_until: null,
  created_at: createdAt,
  updated_at: createdAt,
};
export const webhookSecretExample = { ...webhookExample, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' };

export const deliveryExample = {
  id: exampleIds.delivery,
  type: 'job.done',
  job_id: exampleIds.job,
  state: 'delivered',
  failure: null,
  attempt_count: 1,
  next_attempt_at: null,
  created_at: finishedAt,
  ended_at: at('09:30:03.698'),
};
export const queuedDeliveryExample = {
  ...deliveryExample,
  state: 'pending' as const,
  attempt_count: 0,
  next_attempt_at: finishedAt,
  ended_at: null,
};
export const deliveryListExample = { items: [deliveryExample], total: 1, page: 1, page_size: 20 };

export const jobEventExample = {
  type: 'job.done',
  timestamp: finishedAt,
  data: { job_id: exampleIds.job, status: 'done', page_count: 12, error_message: null },
};
export const deliveryDetailExample = {
  ...deliveryExample,
  payload: jobEventExample,
  attempts: [
    {
      number: 1,
      at: finishedAt,
      duration_ms: 286,
      status_code: 204,
      fault: null,
      message: null,
      redirects: 0,
    },
  ],
};
