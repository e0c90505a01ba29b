import { useId } from 'react';
import './progress.css';

/** Number of completed or skipped steps, as text and as a bar. */
export function SetupProgressBar({ settled, total }: { settled: number; total: number }) {
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
