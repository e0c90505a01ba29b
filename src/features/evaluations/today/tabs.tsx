import { Link } from 'react-router-dom';
import { EVALUATION_STATUSES, type EvaluationStatus } from '#contract/vocabulary.ts';
import { worklistAddress } from '../worklist.ts';
import './tabs.css';

const TAB_LABELS: Record<EvaluationStatus, string> = {
  pendiente: 'Por atender',
  en_proceso: 'En proceso',
  cerrada: 'Cerradas hoy',
};

interface TabsProps {
  shown: EvaluationStatus;
  /** Number of evaluations by status; null while unknown. */
  counts: Record<EvaluationStatus, number | null>;
}

/** Tabs of the list. They are links, so that the back button and a second window show the same tab. */
export const TodayTabs = ({ shown, counts }: TabsProps) => (
  <nav className="today-tabs" aria-label="De hoy">
    {EVALUATION_STATUSES.map((status) => (
      <Link
        key={status}
        className="today-tab"
        to={worklistAddress(status)}
        replace
        aria-current={status === shown ? 'page' : undefined}
      >
        {TAB_LABELS[status]} {counts[status] !== null && <b>{counts[status]}</b>}
      </Link>
    ))}
  </nav>
);
