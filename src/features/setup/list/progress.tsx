import { useId } from 'react';
import './progress.css';

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
