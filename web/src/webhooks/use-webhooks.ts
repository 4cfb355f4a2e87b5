/** Queries and mutations for webhooks. */
import type { CreatedWebhook, RotatedWebhook, Webhook, WebhookChange, WebhookInput } from '@octavo/sdk';
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-client.ts';
import { useClient } from '../session/dashboard-context.ts';

export function useWebhooks() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.webhooks,
    queryFn: ({ signal }) => client.webhooks.list({ signal }),
  });
}

/** Every change invalidates the webhooks and their deliveries. */
function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    // Keeps secrets out of the cache.
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

const deletionKey = (id: string) => ['webhooks', id, 'delete'];

/** Deliveries are not fetched while their webhook is being deleted: the response would be a 404. */
export const useIsDeleting = (id: string) => useIsMutating({ mutationKey: deletionKey(id) }) > 0;

export function useDeleteWebhook(id: string) {
  const { webhooks } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: deletionKey(id),
    mutationFn: async (_: undefined) => {
      await queries.cancelQueries({ queryKey: queryKeys.deliveries(id) });
      await webhooks.delete(id);
      queries.setQueryData<Webhook[]>(queryKeys.webhooks, (known) => known?.filter((one) => one.id !== id));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.webhooks, exact: true }),
  });
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
