/** Why a job failed in the language of the dashboard, and the next step that can work. */
import type { Job } from '@octavo/sdk';
import { useTranslation } from '../i18n/use-translation.ts';

type FailureCode = NonNullable<Job['error_code']>;

/** `upload`: the same file fails again. `again`: the document was not the cause. `options`: another run can succeed. */
export type NextStep = 'upload' | 'again' | 'options';

const otherSteps: Readonly<Partial<Record<FailureCode, NextStep>>> = {
  pdf_unreadable: 'upload',
  interrupted: 'again',
  service_failed: 'again',
};

export function nextStepOf({ error_code: code }: Pick<Job, 'error_code'>): NextStep {
  return (code && otherSteps[code]) ?? 'options';
}

/** The message of the API is in English, and says more than its code does. */
export function useFailureTexts({
  error_code: code,
  error_message: message,
}: Pick<Job, 'error_code' | 'error_message'>) {
  const { t, language } = useTranslation('failures');
  const isTranslated = code && (message === null || !language.startsWith('en'));
  return {
    reason: isTranslated ? t(`reason.${code}`) : message,
    nextStep: t(`nextStep.${code ?? 'unknown'}`),
  };
}
