/** Turns an error into a sentence for the user. */
import { ApiError, ConnectionError, DocumentSchemaError, RedirectError } from '@octavo/sdk';
import { useCallback } from 'react';
import { type Translate, useTranslation } from '../i18n/use-translation.ts';
import { SessionExpiredError } from '../session/session-expired-error.ts';

function sentenceOf(error: ApiError): string {
  if (typeof error.detail === 'string') return error.detail;
  const message = (error.detail as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : error.message;
}

/** Common errors are translated; others show the message of the API, which is in English. */
export function describeError(error: unknown, t: Translate<'errors'>): string {
  if (error instanceof SessionExpiredError) return t('session');
  if (error instanceof ConnectionError || error instanceof RedirectError) return t('connection');
  if (error instanceof DocumentSchemaError) return t('olderResult');
  if (!(error instanceof ApiError)) return t('unknown');
  switch (error.code) {
    case 'service_unavailable':
      return t('unavailable');
    case 'internal_error':
      return t('internal', { id: error.requestId ?? '–' });
    case 'invalid_pdf':
      return t('invalidPdf');
    case 'pdf_unreadable':
      return t('unreadable');
    case 'page_limit_reached':
      return t('pages');
    case 'file_too_large':
      return t('size');
    case 'plan_required':
      return t('plan');
    case 'api_key_limit_reached':
      return t('keys');
    case 'webhook_limit_reached':
      return t('webhooks');
    case 'webhook_rate_limit':
      return t('webhookRate');
    case 'document_not_stored':
      return t('notStored');
    case 'job_not_found':
      return t('job');
    case 'share_not_found':
      return t('share');
    case 'share_limit_reached':
      return t('shares');
    default:
      return sentenceOf(error);
  }
}

export function useDescribeError(): (error: unknown) => string {
  const { t } = useTranslation('errors');
  return useCallback((error) => describeError(error, t), [t]);
}
