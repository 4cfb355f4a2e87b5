/** The fields of each body of the specification: no more and no fewer. */

export const jobFields = [
  'created_at',
  'download_urls',
  'error_message',
  'id',
  'options',
  'page_count',
  'status',
  'updated_at',
  'user_id',
];
export const accountFields = ['created_at', 'email', 'id', 'pages_limit', 'pages_used', 'tier'];
export const keyFields = ['created_at', 'id', 'is_active', 'key_prefix', 'last_used_at', 'name'];
export const newKeyFields = [...keyFields, 'raw_key'].sort();

export const fieldsOf = (body: unknown) => Object.keys(body as object).sort();

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;
