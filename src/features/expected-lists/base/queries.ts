import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { loadCatalogRows } from '#storage/cache/catalogs.ts';
import { listActiveAdditionalFields } from '#storage/cache/additional-fields.ts';
import { fetchAbsenceNotices, fetchAttendance, type AttendanceFilter } from '#sync/expected/attendance.ts';
import {
  fetchExpectedLists,
  fetchExpectedPeople,
  fetchExpectedPerson,
  type ExpectedListsFilter,
  type ExpectedPeopleFilter,
} from '#sync/expected/expected-lists.ts';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import type { Account } from '#sync/session/session.ts';

/** Interval of refetches in ms, because people arrive while the list is open. */
const EXPECTED_REFETCH_INTERVAL_MS = 60_000;
const QUEUED_NOTICE_REFETCH_INTERVAL_MS = 5_000;

/** Beginning of the keys of all queries about expected people. */
export const expectedKey = ({ userId, branchId }: Account) => ['expected', userId, branchId] as const;

export const useExpectedLists = (account: Account, filter: ExpectedListsFilter) =>
  useQuery({
    queryKey: [...expectedKey(account), 'lists', filter],
    queryFn: () => fetchExpectedLists(filter),
    staleTime: CACHE_LIFETIME_MS.list,
    refetchInterval: EXPECTED_REFETCH_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });

export const useExpectedPeople = (account: Account, id: string, filter: ExpectedPeopleFilter) =>
  useQuery({
    queryKey: [...expectedKey(account), 'list', id, filter],
    queryFn: () => fetchExpectedPeople(id, filter),
    staleTime: CACHE_LIFETIME_MS.list,
    refetchInterval: EXPECTED_REFETCH_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });

/** Reads one person, who may no longer be on the shown page. `person` is the person as read with the page. */
export const useExpectedPerson = (account: Account, person: ExpectedPerson) =>
  useQuery({
    queryKey: [...expectedKey(account), 'person', person.id, person.revision],
    queryFn: async () => (await fetchExpectedPerson(person)) ?? person,
    initialData: person,
    staleTime: CACHE_LIFETIME_MS.list,
  });

export const useAttendance = (account: Account, filter: AttendanceFilter) =>
  useQuery({
    queryKey: [...expectedKey(account), 'attendance', filter],
    queryFn: () => fetchAttendance(filter),
    staleTime: CACHE_LIFETIME_MS.list,
    refetchInterval: EXPECTED_REFETCH_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });

/** Notices of a closed list. They are read often while one waits for the mail server. */
export const useAbsenceNotices = (account: Account, listId: string) =>
  useQuery({
    queryKey: [...expectedKey(account), 'notices', listId],
    queryFn: () => fetchAbsenceNotices(listId),
    staleTime: CACHE_LIFETIME_MS.list,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status.state === 'queued')
        ? QUEUED_NOTICE_REFETCH_INTERVAL_MS
        : EXPECTED_REFETCH_INTERVAL_MS,
  });

/** Returns a function that reads all lists again after a change, and resolves when the shown ones are read. */
export function useExpectedRefetch(account: Account): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: expectedKey(account) });
}

const readActiveTypes = async () =>
  (await loadCatalogRows('evaluation-types'))
    .filter(({ active }) => active)
    .map(({ id, name, code }) => ({ id, name, code }));

const readRosterCatalogs = async () => ({
  evaluationTypes: await readActiveTypes(),
  additionalFields: await listActiveAdditionalFields(),
});

export type RosterCatalogs = Awaited<ReturnType<typeof readRosterCatalogs>>;

/**
 * Catalogues of the device to which the columns of a list refer; null until they are read. They follow the device, because a
 * user may open the page before the device has received them.
 */
export function useRosterCatalogs(): RosterCatalogs | null {
  // As text, so that unchanged catalogues stay the same object: other ones outdate the comparison with the server.
  const text = useLiveQuery(async () => JSON.stringify(await readRosterCatalogs()), []);
  return useMemo(() => (text === undefined ? null : (JSON.parse(text) as RosterCatalogs)), [text]);
}
