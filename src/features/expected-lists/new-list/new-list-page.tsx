import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { createReport } from '#domain/roster/report.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import type { Account } from '#sync/session/session.ts';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { useStartOfToday } from '#components/use-start-of-today.ts';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { usePausedValue } from '#ui/hooks/use-paused-value.ts';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { toast } from '#ui/notices/toast.ts';
import { PageHeader } from '#ui/page/page-header.tsx';
import { peopleCountText, totalPeople } from '../base/messages.ts';
import { PersonDialog } from '../person/person-dialog.tsx';
import { useExpectedRefetch, useRosterCatalogs, type RosterCatalogs } from '../base/queries.ts';
import { ColumnsCard } from './bringing/columns-card.tsx';
import { ImportBar } from './import-bar.tsx';
import { defaultsOf, EMPTY_LIST_DATA, type ListData } from './list-data.ts';
import { ListDataCard } from './list-data-card.tsx';
import { ReportCard } from './report/report-card.tsx';
import { SourceCard } from './bringing/source-card.tsx';
import { useCheck } from './report/use-check.ts';
import { useRowDialog } from './report/row-dialog.tsx';
import { useImport } from './use-import.ts';
import { useTypedPeople } from './use-typed-people.ts';
import { titledColumnsOf } from './bringing/use-remembered-columns.ts';
import { useReplacement } from './bringing/use-replacement.tsx';
import { useRows } from './bringing/use-rows.ts';
import { useSheet } from './bringing/use-sheet.ts';

/** Everything that the user has brought, and its report. */
function useNewList(account: Account, catalogs: RosterCatalogs) {
  const [data, setData] = useState<ListData>(EMPTY_LIST_DATA);
  const offline = useDisabledReason(account);
  const { companyId } = data;
  const sheet = useSheet(catalogs, { account, companyId, isOnline: offline === null });
  const brought = sheet.sheet;
  const { evaluationTypeId, identificationType } = data;
  // Each change of a default reads all rows again, so that typing must pause first.
  const packageJob = usePausedValue(data.packageJob, SEARCH_DEBOUNCE_MS.filter);
  const defaults = useMemo(
    () => defaultsOf({ evaluationTypeId, packageJob, identificationType }),
    [evaluationTypeId, packageJob, identificationType],
  );
  const today = bogotaDay(useStartOfToday());
  const context = { defaults, catalogs, today };
  const people = useTypedPeople(context);
  const rows = useRows({ sheet: brought, ...context });
  const readRows = rows.state.name === 'ready' ? rows.state.rows : null;
  const report = useMemo(() => createReport(readRows ?? [], people.typed), [readRows, people.typed]);
  const check = useCheck(data.day, report.people);
  return { data, setData, offline, people, sheet, brought, defaults, rows, report, check };
}

type NewList = ReturnType<typeof useNewList>;

/** Returns why the list cannot be sent yet; null if it can. */
function findMissing({ data, report, rows, sheet }: NewList): string | null {
  const isReading = sheet.work.name === 'reading' || rows.state.name === 'reading';
  if (isReading || rows.state.name === 'unmapped' || rows.state.name === 'failed')
    return 'Falta leer las filas del archivo.';
  if (report.people.length === 0) return 'Trae al menos una persona.';
  if (data.companyId === '') return 'Elige la empresa.';
  return data.day === '' ? 'Elige el día.' : null;
}

function NewListForm({ account, catalogs }: { account: Account; catalogs: RosterCatalogs }) {
  const list = useNewList(account, catalogs);
  const { data, offline, people, sheet, brought, rows, report, check } = list;
  const [isImported, setImported] = useState(false);
  const navigate = useNavigate();
  const refetch = useExpectedRefetch(account);
  const sending = useImport(account, data, (created) => {
    setImported(true);
    void refetch();
    toast('ok', `Lista importada: ${peopleCountText(totalPeople(created))}.`);
    void navigate(`/expected/${created.id}`, { replace: true });
  });
  const replacement = useReplacement(brought?.label ?? '', rows.correctedRows);
  const rowDialog = useRowDialog(brought, rows);
  const hasPeople = brought !== null || people.typed.length > 0;
  return (
    <>
      {offline !== null && (
        <Notice kind="warn">{offline} Puedes preparar la lista: lo que traigas queda en esta página.</Notice>
      )}
      <ListDataCard
        account={account}
        data={data}
        onChange={(patch) => list.setData((before) => ({ ...before, ...patch }))}
      />
      <SourceCard
        sheet={brought}
        work={sheet.work}
        typed={people.typed}
        onBring={(source, label) => replacement.confirm(() => sheet.bring(source, label))}
        onClear={() => replacement.confirm(sheet.clear)}
        onAdd={people.open}
        onRemove={people.remove}
      />
      {brought && (
        <ColumnsCard sheet={brought} catalogs={catalogs} warnings={rows.warnings} choices={sheet} />
      )}
      {hasPeople && (
        <ReportCard
          rows={rows}
          report={report}
          sheet={brought}
          check={check.state}
          onRow={rowDialog.open}
          onCheck={check.run}
        />
      )}
      <ImportBar
        report={report}
        check={check.state}
        reason={offline ?? findMissing(list)}
        problem={sending.problem}
        busy={sending.busy}
        onRow={rowDialog.open}
        onCheck={check.run}
        onImport={() => sending.send(report.people, brought && titledColumnsOf(brought, catalogs))}
      />
      {people.isOpen && (
        <PersonDialog
          title="Agregar persona"
          submitLabel="Agregar"
          catalogs={catalogs}
          defaults={list.defaults}
          problem={people.problem}
          busy={false}
          onSubmit={people.add}
          onClose={people.close}
        />
      )}
      {rowDialog.dialog}
      {replacement.dialog}
      <LeavePrompt dirty={!isImported && (hasPeople || data.companyId !== '')} />
    </>
  );
}

/** `/expected/new`: a user brings a company's list, sees its report and imports it. */
export function NewListPage({ account }: { account: Account }) {
  const catalogs = useRosterCatalogs();
  return (
    <>
      <PageHeader
        title="Nueva lista"
        sub="Trae a las personas que la empresa anunció"
        actions={
          <Button component={Link} to="/expected">
            Volver a Citaciones
          </Button>
        }
      />
      {catalogs ? <NewListForm account={account} catalogs={catalogs} /> : <SkeletonCard lines={8} />}
    </>
  );
}
