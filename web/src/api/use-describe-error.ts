/** Turns an error into a sentence for the user. */
import { ApiError, ConnectionError, DocumentSchemaError, type ErrorCode, RedirectError } from '@octavo/sdk';
import { useCallback } from 'react';
import type { TextKey } from '../i18n/locale.ts';
import { type Translate, useTranslation } from '../i18n/use-translation.ts';
import { SessionExpiredError } from '../session/session-expired-error.ts';

function sentenceOf(error: ApiError): string {
  if (typeof error.detail === 'string') return error.detail;
  const message = (error.detail as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : error.message;
}

/** Errors that the dashboard can get, and the keys of their texts. */
const textKeys: Readonly<Partial<Record<ErrorCode, TextKey<'errors'>>>> = {
  email_not_verified: 'email',
  service_unavailable: 'unavailable',
  internal_error: 'internal',
  request_timeout: 'timeout',
  too_many_requests: 'busy',
  concurrent_job_limit: 'slots',
  invalid_request: 'invalid',
  invalid_pdf: 'invalidPdf',
  pdf_unreadable: 'unreadable',
  pdf_password_required: 'password',
  pdf_password_incorrect: 'wrongPassword',
  page_limit_reached: 'pages',
  file_too_large: 'size',
  plan_required: 'plan',
  upload_limit_reached: 'uploads',
  upload_incomplete: 'upload',
  api_key_limit_reached: 'keys',
  api_key_not_found: 'gone',
  webhook_limit_reached: 'webhooks',
  webhook_rate_limit: 'webhookRate',
  webhook_not_found: 'gone',
  webhook_delivery_not_found: 'gone',
  webhook_disabled: 'webhookDisabled',
  job_not_found: 'job',
  job_not_done: 'notDone',
  document_not_stored: 'notStored',
  reading_not_stored: 'notReadable',
  diff_too_large: 'diff',
  share_not_found: 'share',
  share_limit_reached: 'shares',
};

/** Errors that are not expected here show the message of the API, which is in English. */
export function describeError(error: unknown, t: Translate<'errors'>): string {
  if (error instanceof SessionExpiredError) return t('session');
  if (error instanceof ConnectionError || error instanceof RedirectError) return t('connection');
  if (error instanceof DocumentSchemaError) return t('olderResult');
  if (!(error instanceof ApiError)) return t('unknown');
  const key = error.code && textKeys[error.code];
  const detail = sentenceOf(error);
  return key ? t(key, { id: error.requestId ?? '–', detail }) : detail;
}

export function useDescribeError(): (error: unknown) => string {
  const { t } = useTranslation('errors');
  return useCallback((error) => describeError(error, t), [t]);
}
