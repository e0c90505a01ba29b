import { Link } from 'react-router-dom';
import type { ShiftCount } from '#storage/outbox/entries.ts';
import { Icon } from '#ui/display/icon.tsx';
import { todayText } from './messages.ts';
import './today-line.css';

/** Line with the number of the user's registrations on this device since midnight, also while offline, and a link to them. */
export const TodayLine = ({ count, lastAt }: { count: ShiftCount; lastAt: number | null }) => (
  <p className="today-line">
    <Icon name="clock" />
    <span>{todayText(count, lastAt)}</span>
    {count.registered > 0 && <Link to="/ledger">Ver las de hoy</Link>}
  </p>
);
