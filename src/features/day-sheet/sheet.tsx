import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDateTime } from '#domain/time/format.ts';
import { ensureDeviceId } from '#sync/changes/on-device.ts';
import { deviceCode } from '#storage/device/device-identity.ts';
import { readBrand } from '#sync/administration/clinic/branding.ts';
import type { Account } from '#sync/session/session.ts';
import type { SheetChoice } from './use-choice.ts';
import {
  SHIFT_CHOICE_LABELS,
  longDayText,
  formatUnconfirmedReasons,
  daySheetTotalsText,
  type DaySheetTotals,
} from './messages.ts';
import './sheet.css';

/** Returns the time of the last printing, which the user starts with the button, the keyboard or the browser's menu. */
function usePrintedAt(): number {
  const [printedAt, setPrintedAt] = useState(() => Date.now());
  useEffect(() => {
    // Renders synchronously, because the browser prints the page as it is when the event handler returns.
    const note = () => flushSync(() => setPrintedAt(Date.now()));
    window.addEventListener('beforeprint', note);
    return () => window.removeEventListener('beforeprint', note);
  }, []);
  return printedAt;
}

function useDeviceCode(): string | null {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    ensureDeviceId().then((id) => setCode(deviceCode(id)), reportError);
  }, []);
  return code;
}

interface SheetHeadProps {
  account: Account;
  shift: SheetChoice['shift'];
  /** Any instant of the day. */
  start: number;
  totals: DaySheetTotals;
}

export function SheetHead({ account, shift, start, totals }: SheetHeadProps) {
  const { userId, branchId, displayName } = account;
  const branding = useLiveQuery(() => readBrand({ userId, branchId }), [userId, branchId])?.branding;
  const printedAt = usePrintedAt();
  const code = useDeviceCode();
  const difference = formatUnconfirmedReasons(totals);
  const facts = [
    ['Sede', branding?.branch_name ?? 'Sin sede'],
    ['Día', longDayText(start)],
    ['Jornada', SHIFT_CHOICE_LABELS[shift]],
    ['Registró', displayName],
    ['Impresa', formatDateTime(printedAt)],
    ['Dispositivo', code ?? '—'],
  ] as const;
  return (
    <header className="sheet-head">
      {branding?.company_name && <p>{branding.company_name}</p>}
      <h1>Planilla del día</h1>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="sheet-totals">
        {daySheetTotalsText(totals)}. {difference}
      </p>
    </header>
  );
}

export const SheetFoot = ({ name }: { name: string }) => (
  <footer className="sheet-foot">
    <span>Firma responsable</span>
    <small>{name}</small>
  </footer>
);
