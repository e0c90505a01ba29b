import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { CACHE_LIFETIME_MS, PAGE_SIZE_MAX } from '#contract/limits.ts';
import type { Delivery } from '#contract/records/evaluation/deliveries.ts';
import {
  fetchDeliveries,
  type DatedDeliveries,
  type DeliveryQuery,
} from '#sync/reads/documents/deliveries.ts';
import type { CacheOwner } from '#sync/reads/evaluations/evaluations.ts';
import { LIST_REFETCH_INTERVAL_MS } from '../queries.ts';

const deliveriesKey = ({ ownerId, branchId }: CacheOwner, ...rest: unknown[]): QueryKey => [
  'deliveries',
  ownerId,
  branchId,
  ...rest,
];

/** Reads a page of deliveries, and reads it again at an interval, so that newly signed concepts appear. */
export function useDeliveries(reader: CacheOwner, question: DeliveryQuery, asking: boolean) {
  const client = useQueryClient();
  const queryKey = deliveriesKey(reader, question);
  return useQuery({
    queryKey,
    queryFn: () => fetchDeliveries(question, client.getQueryData<DatedDeliveries>(queryKey)),
    staleTime: CACHE_LIFETIME_MS.list,
    placeholderData: keepPreviousData,
    refetchInterval: asking ? LIST_REFETCH_INTERVAL_MS : false,
  });
}

const isSameVersion = (one: Delivery, other: Delivery): boolean =>
  one.id === other.id && one.version === other.version;

/**
 * Checks, when called, whether the server has a receipt of this version. The check is needed if the response to a sent receipt
 * was lost.
 */
export function useReceiptCheck(reader: CacheOwner, delivery: Delivery) {
  const { data, refetch } = useQuery({
    queryKey: deliveriesKey(reader, 'receipt', delivery.id, delivery.version),
    queryFn: () =>
      fetchDeliveries({
        search: delivery.patient.identification_number,
        state: 'delivered',
        page: 1,
        size: PAGE_SIZE_MAX,
      }),
    enabled: false,
    retry: false,
  });
  return {
    hasReceipt: data?.items.some((one) => isSameVersion(one, delivery)) ?? false,
    check: () => refetch(),
  };
}

/** Returns functions that apply a stored receipt to the shown lists, and that read all lists again. */
export function useDeliveryUpdates(reader: CacheOwner) {
  const client = useQueryClient();
  const queryKey = deliveriesKey(reader);
  return {
    take: (delivery: Delivery) =>
      client.setQueriesData<DatedDeliveries>(
        { queryKey },
        (list) =>
          list && {
            ...list,
            etag: null,
            items: list.items.map((one) => (one.id === delivery.id ? delivery : one)),
          },
      ),
    refresh: () => client.invalidateQueries({ queryKey }).catch(reportError),
  };
}
