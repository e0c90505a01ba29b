import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CACHE_LIFETIME_MS } from '#contract/limits.ts';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { addCalendarDays } from '#domain/time/shift.ts';
import { prepareForBrigade, type BrigadeRefresh } from '#sync/brigade/preparation.ts';
import { fetchExpectedLists } from '#sync/expected/expected-lists.ts';
import type { Account } from '#sync/session/session.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { DayField } from '#ui/fields/day-field.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import './brigade-choice.css';

/** Number of days before a brigade on which a device can be prepared. */
const PREPARATION_DAYS = 7;

type BranchAccount = Account & { readonly branchId: string };

/** Reads the open lists of a day, brigades first. */
const useOpenLists = ({ userId, branchId }: BranchAccount, day: string) =>
  useQuery({
    queryKey: ['expected', userId, branchId, 'brigades', day],
    queryFn: async () => {
      const lists = await fetchExpectedLists({ companyId: '', from: day, to: day, page: 1 });
      const open = lists.items.filter(({ status }) => status.state === 'open');
      return open.toSorted((one, other) => Number(other.brigade !== null) - Number(one.brigade !== null));
    },
    staleTime: CACHE_LIFETIME_MS.list,
  });

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

interface BrigadeChoiceProps {
  title: string;
  account: BranchAccount;
  onPrepare: (prepare: () => Promise<BrigadeRefresh>) => void;
}

/** Choice of the day and list for which the device is prepared. The address may name both, for a link from the list. */
export function BrigadeChoice({ title, account, onPrepare }: BrigadeChoiceProps) {
  const [address] = useSearchParams();
  const [today] = useState(() => bogotaDay(Date.now()));
  const [day, setDay] = useState(() => address.get('day') ?? today);
  const [listId, setListId] = useState(() => address.get('list'));
  const query = useOpenLists(account, day);
  const { problem, age } = useReadDisplay(query, account, 'No se pudieron cargar las listas.');
  const lists = query.data ?? [];
  const chosen = lists.find(({ id }) => id === listId) ?? (lists.length === 1 ? lists[0] : null) ?? null;
  return (
    <>
      <PageHeader
        title={title}
        sub="Deja aquí todo lo que la brigada necesita sin red: personas citadas, catálogos y textos."
      />
      <Card title="¿Para qué brigada?">
        <DayField
          label="Día"
          value={day}
          min={today}
          max={addCalendarDays(today, PREPARATION_DAYS)}
          onChange={(chosenDay) => setDay(chosenDay === '' ? today : chosenDay)}
        />
        <div className="brigade-choice">
          {query.isPending && !problem && <SkeletonCard shape="rows" lines={3} />}
          <ReadStateNotice problem={problem} age={age} onRetry={query.refetch} />
          {query.data && <ListChoice lists={lists} chosen={chosen} onChoose={setListId} />}
        </div>
        <ButtonRow>
          <Button
            variant="filled"
            disabled={chosen === null}
            onClick={() => chosen && onPrepare(() => prepareForBrigade(account, chosen))}
          >
            Preparar este dispositivo
          </Button>
        </ButtonRow>
      </Card>
    </>
  );
}
