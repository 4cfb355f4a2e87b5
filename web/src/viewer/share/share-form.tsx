/** The choices for a new share link: what it shows, how long it works, and its name. */
import type { CreatedShare } from '@octavo/sdk';
import { useState } from 'react';
import { useDescribeError } from '../../api/use-describe-error.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type DocumentElement, excerptOf } from '../document/document-model.ts';
import { useTypeName } from '../document/use-type-name.ts';
import { useCreateShare } from './use-shares.ts';

type ShareFormProps = {
  readonly jobId: string;
  /** The block that is selected, which can be shared alone. */
  readonly block: DocumentElement | undefined;
  readonly onCreated: (share: CreatedShare) => void;
};

const dayMs = 86_400_000;
const dayChoices = [1, 7, 30, 90];
/** A little earlier, because the clock of the browser may be ahead of the server's. */
const marginMs = 300_000;

const afterDays = (days: number) => new Date(Date.now() + days * dayMs - marginMs).toISOString();

export function ShareForm({ jobId, block, onCreated }: ShareFormProps) {
  const { t } = useTranslation('share');
  const describe = useDescribeError();
  const typeName = useTypeName();
  const create = useCreateShare(jobId);
  const [scope, setScope] = useState<'whole' | 'element'>('whole');
  const [withSource, setWithSource] = useState(true);
  const [days, setDays] = useState(7);
  const [name, setName] = useState('');
  const nameOf = ({ node }: DocumentElement) => {
    const [type, text] = [typeName(node), excerptOf(node)];
    return text === '' ? t('elementOnly', { type }) : t('element', { type, text });
  };
  const submit = () => {
    const what = scope === 'element' && block ? { ref: block.pointer } : { with_source: withSource };
    const label = name.trim();
    const share = { ...what, expires_at: afterDays(days), ...(label !== '' && { name: label }) };
    create.mutate(share, { onSuccess: onCreated });
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {block !== undefined && (
        <Select
          label={t('what')}
          value={scope}
          onChange={(value) => setScope(value === 'element' ? 'element' : 'whole')}
          options={[
            { value: 'whole', label: t('whole') },
            { value: 'element', label: nameOf(block) },
          ]}
        />
      )}
      {scope === 'whole' && (
        <Switch label={t('source')} hint={t('sourceHint')} isOn={withSource} onChange={setWithSource} />
      )}
      <Select
        label={t('end')}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
        options={dayChoices.map((count) => ({ value: String(count), label: t('days', { count }) }))}
      />
      <TextField label={t('name')} hint={t('nameHint')} value={name} onChange={setName} maxLength={64} />
      {create.isError && (
        <p role="alert" className="text-sm text-danger">
          {describe(create.error)}
        </p>
      )}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={create.isPending}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
