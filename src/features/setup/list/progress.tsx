import { useId } from 'react';
import './progress.css';

/** How many of the steps are settled, as words and as a bar. */
export function Progress({ settled, total }: { settled: number; total: number }) {
  const id = useId();
  return (
    <div className="setup-progress">
      <strong id={id}>
        {settled} de {total} pasos
      </strong>
      <progress className="setup-progress-bar" aria-labelledby={id} max={total} value={settled} />
    </div>
  );
}
