/** The warnings of a job in the language and the words of the dashboard; the messages of the API are for its clients. */
import type { Job } from '@octavo/sdk';
import { useTranslation } from '../../i18n/use-translation.ts';

type Warning = NonNullable<Job['warnings']>[number];

/** A server that is newer than the dashboard may have warnings without a text here. */
export function useWarningText(): (warning: { readonly code: string; readonly message: string }) => string {
  const { t } = useTranslation('viewer');
  return ({ code, message }) => {
    const key = `warning.${code as Warning['code']}` as const;
    const text = t(key);
    return text === key ? message : text;
  };
}
