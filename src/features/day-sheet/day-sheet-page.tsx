import { ActionIcon, Button, Select } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link } from 'react-router-dom';
import { bogotaDay } from '#domain/time/clock.ts';
import { addCalendarDays, shiftSpan, type ShiftChoice } from '#domain/time/shift.ts';
import { readEarliestCaptureTime, readDaySheet, type DaySheetLine } from '#storage/outbox/day-sheet.ts';
import type { Account } from '#sync/session/session.ts';
import { Card } from '#ui/display/cards/card.tsx';
import { DayField } from '#ui/fields/day-field.tsx';
import { EmptyState } from '#ui/display/cards/empty-state.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { DaySheetTable } from './day-sheet-table.tsx';
import { SheetFoot, SheetHead } from './sheet.tsx';
import { useSheetChoice } from './use-choice.ts';
import {
  SHIFT_CHOICE_LABELS,
  longDayText,
  formatUnconfirmedReasons,
  totalsByShift,
  daySheetTotalsOf,
  daySheetTotalsText,
  type DaySheetTotals,
} from './messages.ts';
import './day-sheet-page.css';

const SHIFT_OPTIONS = Object.entries(SHIFT_CHOICE_LABELS).map(([value, label]) => ({ value, label }));
const isShiftChoice = (value: string | null): value is ShiftChoice =>
  value !== null && value in SHIFT_CHOICE_LABELS;

type SheetChoiceProps = ReturnType<typeof useSheetChoice> & { begins: number | null };

/** Choice of day and shift. Days before the first registration cannot be chosen, because they would be empty. */
const SheetChoiceCard = ({ date, shift, today, change, begins }: SheetChoiceProps) => (
  <Card>
    <search className="ledger-choice" aria-label="Día y jornada">
      <div className="ledger-day">
        <ActionIcon
          aria-label="Día anterior"
          disabled={begins === null || date <= bogotaDay(begins)}
          onClick={() => change({ date: addCalendarDays(date, -1) })}
        >
          <Icon name="left" size={22} />
        </ActionIcon>
        <DayField
          label="Día"
          value={date}
          min={begins === null ? undefined : bogotaDay(begins)}
          max={today}
          onChange={(day) => change({ date: day === '' ? today : day })}
        />
        <ActionIcon
          aria-label="Día siguiente"
          disabled={date >= today}
          onClick={() => change({ date: addCalendarDays(date, 1) })}
        >
          <Icon name="right" size={22} />
        </ActionIcon>
      </div>
      <Select
        className="ledger-shift"
        label="Jornada"
        data={SHIFT_OPTIONS}
        allowDeselect={false}
        value={shift}
        onChange={(value) => isShiftChoice(value) && change({ shift: value })}
      />
    </search>
  </Card>
);

/** Totals of the shift, with the reasons why some registrations are not confirmed (S22). */
function ShiftTotalsNotice({ totals }: { totals: DaySheetTotals }) {
  const difference = formatUnconfirmedReasons(totals);
  const isInQueue = totals.on_its_way + totals.attention > 0;
  if (difference === null) return <Notice kind="ok" title={`${daySheetTotalsText(totals)}.`} />;
  return (
    <Notice
      kind="warn"
      title={`${daySheetTotalsText(totals)}.`}
      {...(isInQueue && {
        action: (
          <Button component={Link} to="/pending">
            Ver pendientes de envío
          </Button>
        ),
      })}
    >
      {difference}
    </Notice>
  );
}

const TotalsByShiftList = ({ lines }: { lines: readonly DaySheetLine[] }) => (
  <ul className="ledger-shifts">
    {totalsByShift(lines).map(({ shift, totals }) => (
      <li key={shift}>
        <b>{SHIFT_CHOICE_LABELS[shift]}</b> {daySheetTotalsText(totals)}
      </li>
    ))}
  </ul>
);

const EmptyDaySheet = ({ shift, isToday }: { shift: ShiftChoice; isToday: boolean }) => (
  <Card>
    <EmptyState
      icon="list"
      title={
        shift === 'day'
          ? 'No registraste nada ese día en este dispositivo.'
          : 'No registraste nada en esa jornada en este dispositivo.'
      }
    >
      {isToday
        ? 'Lo que registres aparece aquí al momento, con red o sin ella.'
        : 'Elige otro día u otra jornada.'}
    </EmptyState>
  </Card>
);

interface DaySheetProps {
  account: Account;
  choice: ReturnType<typeof useSheetChoice>;
  lines: readonly DaySheetLine[];
}

function DaySheet({ account, choice: { date, shift, today }, lines }: DaySheetProps) {
  const { start } = shiftSpan(date, shift);
  const totals = daySheetTotalsOf(lines);
  if (lines.length === 0) return <EmptyDaySheet shift={shift} isToday={date === today} />;
  return (
    <section className="sheet" aria-label="Planilla">
      <SheetHead account={account} shift={shift} start={start} totals={totals} />
      <div className="ledger-sum" aria-live="polite">
        <ShiftTotalsNotice totals={totals} />
      </div>
      <Card className="sheet-card" title={`${longDayText(start)} · ${SHIFT_CHOICE_LABELS[shift]}`}>
        {shift === 'day' && <TotalsByShiftList lines={lines} />}
        <DaySheetTable lines={lines} account={account} />
      </Card>
      <SheetFoot name={account.displayName} />
    </section>
  );
}

/** `/ledger`, 'Planilla del día': the user's registrations on this tablet with their outcomes, for printing. */
export function DaySheetPage({ account }: { account: Account }) {
  const ownerId = account.userId;
  const choice = useSheetChoice();
  const { date, shift } = choice;
  const lines = useLiveQuery(() => readDaySheet(ownerId, shiftSpan(date, shift)), [ownerId, date, shift]);
  const begins = useLiveQuery(() => readEarliestCaptureTime(ownerId), [ownerId]) ?? null;
  return (
    <>
      <PageHeader
        title="Planilla del día"
        sub="Lo que registraste en este dispositivo y qué pasó con cada evaluación"
        actions={
          <>
            <Button component={Link} to="/pending">
              Pendientes de envío
            </Button>
            <Button
              variant="filled"
              leftSection={<Icon name="list" />}
              disabled={lines === undefined || lines.length === 0}
              onClick={() => window.print()}
            >
              Imprimir planilla
            </Button>
          </>
        }
      />
      <SheetChoiceCard {...choice} begins={begins} />
      {lines ? (
        <DaySheet account={account} choice={choice} lines={lines} />
      ) : (
        <SkeletonCard shape="rows" lines={6} />
      )}
    </>
  );
}
