/** The names under which answers are kept, in one place, so that whoever changes something finds what to ask for again. */
export const queryKeys = {
  account: ['account'],
  plans: ['plans'],
  jobs: ['jobs'],
  job: (jobId: string) => ['job', jobId],
  apiKeys: ['api-keys'],
  usage: ['usage'],
  webhooks: ['webhooks'],
  deliveries: (webhookId: string) => ['webhooks', webhookId, 'deliveries'],
} as const;
