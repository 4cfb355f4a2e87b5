/** Runs a job again with other options. The stored file is used; nothing is uploaded. */
import type { Job } from '@octavo/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../api/query-client.ts';
import { useDescribeError } from '../api/use-describe-error.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useClient } from '../session/dashboard-context.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showToast } from '../ui/toast-store.ts';
import { changedOptions } from './changed-options.ts';
import { type ChosenOptions, viewerFormat } from './chosen-options.ts';
import { useFailureTexts } from './failure-texts.ts';
import { OptionsForm } from './options-form.tsx';

type RetryDialogProps = {
  readonly job: Job;
  /** Called with the new job. */
  readonly onSubmitted?: (job: Job) => void;
  readonly onClose: () => void;
};

const nameOf = (job: Job): string => job.file?.name || job.id;

function initialOptions(job: Job): ChosenOptions {
  const options = changedOptions(job.options);
  return { ...options, format: [...new Set([...(options.format ?? []), viewerFormat])] };
}

export function RetryDialog({ job, onSubmitted, onClose }: RetryDialogProps) {
  const { t } = useTranslation('jobs');
  const { t: tApp } = useTranslation();
  const { reason } = useFailureTexts(job);
  const describe = useDescribeError();
  const client = useClient();
  const queries = useQueryClient();
  const [options, setOptions] = useState(() => initialOptions(job));
  const [password, setPassword] = useState('');
  const submit = useMutation({
    mutationFn: () =>
      client.jobs.create(
        { source_job_id: job.id, options: password === '' ? options : { ...options, password } },
        { slotTimeoutMs: 0 },
      ),
    onSuccess: (submitted) => {
      showToast({ tone: 'success', text: t('retried', { name: nameOf(job) }) });
      void queries.invalidateQueries({ queryKey: queryKeys.jobs });
      onClose();
      onSubmitted?.(submitted);
    },
  });
  return (
    <Dialog title={t('retryTitle')} onClose={onClose}>
      <p className="mb-1 truncate font-medium">{nameOf(job)}</p>
      {reason !== null && <p className="mb-3 text-sm text-danger">{reason}</p>}
      <OptionsForm options={options} onChange={setOptions} />
      <div className="mt-5">
        <TextField
          label={t('password')}
          hint={t('passwordHint')}
          type="password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
        />
      </div>
      {submit.isError && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {describe(submit.error)}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{tApp('action.cancel')}</Button>
        <Button variant="primary" disabled={submit.isPending} onClick={() => submit.mutate()}>
          {t('submit')}
        </Button>
      </div>
    </Dialog>
  );
}
