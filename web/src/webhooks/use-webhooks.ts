/** The webhooks of the account, and what can be done to one. */
import type { CreatedWebhook, RotatedWebhook, WebhookChange, WebhookInput } from '@octavo/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { useClient } from '../session/session-context.ts';

export function useWebhooks() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: ({ signal }) => client.webhooks.list({ signal }),
  });
}

/** Every change makes the list, and what was sent, worth asking for again. */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Secrets stay out of the cache.
    gcTime: 0,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.webhooks }),
  });
}

export function useCreateWebhook() {
  const { webhooks } = useClient();
  return useChange((input: WebhookInput): Promise<CreatedWebhook> => webhooks.create(input));
}

export function useUpdateWebhook(id: string) {
  const { webhooks } = useClient();
  return useChange((change: WebhookChange) => webhooks.update(id, change));
}

export function useDeleteWebhook(id: string) {
  const { webhooks } = useClient();
  return useChange((_: undefined) => webhooks.delete(id));
}

export function useRotateSecret(id: string) {
  const { webhooks } = useClient();
  return useChange((_: undefined): Promise<RotatedWebhook> => webhooks.rotateSecret(id));
}

export function useTestWebhook(id: string) {
  const { webhooks } = useClient();
  return useChange((_: undefined) => webhooks.test(id));
}

export function useReplay(webhookId: string) {
  const { webhooks } = useClient();
  return useChange((deliveryId: string) => webhooks.replay(webhookId, deliveryId));
}
