import { Link } from 'react-router-dom';
import type { ShiftCount } from '#storage/outbox/entries.ts';
import { Icon } from '#ui/display/icon.tsx';
import { formatTodayCount } from './messages.ts';
import './today-line.css';

export const TodayLine = ({ count, lastAt }: { count: ShiftCount; lastAt: number | null }) => (
  <p className="today-line">
    <Icon name="clock" />
    <span>{formatTodayCount(count, lastAt)}</span>
    {count.registered > 0 && <Link to="/ledger">Ver las de hoy</Link>}
  </p>
);
