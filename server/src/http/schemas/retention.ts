/** Retention on the wire. */
import { type Static, Type } from '@fastify/type-provider-typebox';
import { type AccountSettings, retentionDaysMax } from '../../domain/retention.ts';
import { jobExpiryExample, settingsExample } from './examples.ts';
import { OrNull, Timestamp } from './scalars.ts';

export const SettingsBody = Type.Object(
  {
    retention_days: OrNull(Type.Integer({ minimum: 1, maximum: retentionDaysMax }), {
      description: 'Days that jobs accepted from now on are kept; null keeps them until they are deleted.',
    }),
  },
  { $id: 'AccountSettings', additionalProperties: false, examples: [settingsExample] },
);

export function toSettingsBody({ retentionDays }: AccountSettings): Static<typeof SettingsBody> {
  return { retention_days: retentionDays };
}

const ExpiresAt = OrNull(Timestamp, {
  description:
    'When the job is deleted automatically, once it has finished; null keeps it until you delete it.',
});

export const ChangeJobBody = Type.Object(
  { expires_at: ExpiresAt },
  {
    $id: 'UpdateJob',
    additionalProperties: false,
    examples: [{ expires_at: jobExpiryExample.expires_at }],
  },
);
export const JobExpiryBody = Type.Object(
  { id: Type.String({ format: 'uuid', description: 'Job identifier.' }), expires_at: ExpiresAt },
  { $id: 'JobExpiry', examples: [jobExpiryExample] },
);
