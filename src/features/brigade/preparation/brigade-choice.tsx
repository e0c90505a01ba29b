import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import { DateOnly } from '#contract/primitives.ts';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { BRIGADE_PREPARATION_DAYS } from '#domain/brigade/closing.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { addCalendarDays } from '#domain/time/shift.ts';
import type { PreparedBrigade } from '#storage/device/brigade.ts';
import { fetchPages } from '#sync/api/pages.ts';
import { prepareForBrigade, type BrigadeRefresh } from '#sync/brigade/preparation.ts';
import { fetchExpectedLists } from '#sync/expected/expected-lists.ts';
import type { Account } from '#sync/session/session.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog.tsx';
import { DayField } from '#ui/fields/day-field.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { FailedRefreshNotice, type BrigadeRefreshRun } from './refresh.tsx';
import './brigade-choice.css';

type BranchAccount = Account & { readonly branchId: string };

/** Reads the open lists of a day, brigades first. */
const useOpenLists = ({ userId, branchId }: BranchAccount, day: string) =>
  useQuery({
    queryKey: ['expected', userId, branchId, 'brigades', day],
    queryFn: async () => {
      const open: ExpectedList[] = [];
      const fetchPage = (page: number) => fetchExpectedLists({ companyId: '', from: day, to: day, page });
      for await (const lists of fetchPages(fetchPage))
        open.push(...lists.filter(({ status }) => status.state === 'open'));
      return open.toSorted((one, other) => Number(other.brigade !== null) - Number(one.brigade !== null));
    },
    staleTime: CACHE_LIFETIME_MS.list,
  });

/** Returns the day that the address names, if a device can be prepared for it today; otherwise today. */
function parsePreparationDay(address: URLSearchParams, today: string): string {
  const day = DateOnly.safeParse(address.get('day')).data ?? today;
  return day < today || day > addCalendarDays(today, BRIGADE_PREPARATION_DAYS) ? today : day;
}

function listText({ company, brigade, counts }: ExpectedList): string {
  const name = brigade === null ? company.name : `${brigade} · ${company.name}`;
  const people = counts.expected + counts.arrived + counts.registered;
  return `${name} (${formatCountWithNoun(people, 'persona', 'personas')})`;
}

interface ListChoiceProps {
  lists: readonly ExpectedList[];
  chosen: ExpectedList | null;
  onChoose: (id: string | null) => void;
}

const ListChoice = ({ lists, chosen, onChoose }: ListChoiceProps) =>
  lists.length === 0 ? (
    <EmptyState icon="people" title="No hay listas de citados ese día." />
  ) : (
    <Select
      label="Lista de citados"
      placeholder="Elige la lista"
      data={lists.map((list) => ({ value: list.id, label: listText(list) }))}
      allowDeselect={false}
      value={chosen?.id ?? null}
      onChange={onChoose}
    />
  );

const currentText = ({ place, day }: PreparedBrigade): string =>
  `${place} (${formatCalendarDay(day) ?? day})`;

interface ReplacementProps {
  current: PreparedBrigade;
  opened: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

const ReplacementDialog = ({ current, ...dialog }: ReplacementProps) => (
  <ConfirmDialog {...dialog} title="¿Cambiar de brigada?" confirmLabel="Cambiar">
    <p>
      El dispositivo deja de guardar las personas citadas de {currentText(current)} para quienes cerraron
      sesión. Para trabajar aquí sin red, cada quien tendrá que entrar una vez con red.
    </p>
  </ConfirmDialog>
);

interface BrigadeChoiceProps {
  title: string;
  account: BranchAccount;
  /** Brigade for which the device is prepared. */
  current: PreparedBrigade | null;
  refresh: BrigadeRefreshRun;
  onPrepare: (prepare: () => Promise<BrigadeRefresh>) => void;
  /** Null if there is nothing to go back to. */
  onCancel: (() => void) | null;
}

/** Returns true if a preparation deletes people that the device keeps for users who are signed out. */
const losesPeople = (
  current: PreparedBrigade | null,
  { branchId }: BranchAccount,
  list: ExpectedList,
): boolean => current !== null && (current.branchId !== branchId || current.day !== list.day);

/** Choice of the day and list for which the device is prepared. The address may name both, for a link from the list. */
export function BrigadeChoice({ title, account, current, refresh, onPrepare, onCancel }: BrigadeChoiceProps) {
  const [address] = useSearchParams();
  const named = address.get('list');
  const [today] = useState(() => bogotaDay(Date.now()));
  const [day, setDay] = useState(() => parsePreparationDay(address, today));
  const [listId, setListId] = useState(named);
  const [isAsking, setAsking] = useState(false);
  const reason = useDisabledReason(account);
  const query = useOpenLists(account, day);
  const { problem, age } = useReadDisplay(query, account, 'No se pudieron cargar las listas.');
  const lists = query.data ?? [];
  const only = named === null && lists.length === 1 ? lists[0] : undefined;
  const chosen = lists.find(({ id }) => id === listId) ?? only ?? null;
  const prepare = () => {
    setAsking(false);
    if (chosen) onPrepare(() => prepareForBrigade(account, chosen));
  };
  return (
    <>
      <PageHeader
        title={title}
        sub="Deja aquí todo lo que la brigada necesita sin red: personas citadas, catálogos y textos."
      />
      {current && (
        <Notice kind="info">Ahora este dispositivo está preparado para {currentText(current)}.</Notice>
      )}
      <Card title="¿Para qué brigada?">
        <DayField
          label="Día"
          value={day}
          min={today}
          max={addCalendarDays(today, BRIGADE_PREPARATION_DAYS)}
          onChange={(chosenDay) => setDay(chosenDay === '' ? today : chosenDay)}
        />
        <div className="brigade-choice">
          {query.isPending && !problem && <SkeletonCard shape="rows" lines={3} />}
          <ReadStateNotice problem={problem} age={age} onRetry={query.refetch} />
          {query.data && <ListChoice lists={lists} chosen={chosen} onChoose={setListId} />}
          {reason !== null && <Notice kind="info">{reason}</Notice>}
          <FailedRefreshNotice failure={refresh.failure} />
        </div>
        <ButtonRow>
          <Button
            variant="filled"
            loading={refresh.busy}
            disabled={chosen === null || reason !== null}
            onClick={() => (chosen && losesPeople(current, account, chosen) ? setAsking(true) : prepare())}
          >
            Preparar este dispositivo
          </Button>
          {onCancel && (
            <Button disabled={refresh.busy} onClick={onCancel}>
              Cancelar
            </Button>
          )}
        </ButtonRow>
      </Card>
      {current && (
        <ReplacementDialog
          current={current}
          opened={isAsking}
          onConfirm={prepare}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
