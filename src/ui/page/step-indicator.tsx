import './step-indicator.css';

interface StepIndicatorProps {
  steps: readonly string[];
  active: number;
  /** Numbers of the steps that contain fields to correct. */
  marked?: readonly number[];
  className?: string;
}

/**
 * Renders steps numbered from 1 (P2). The steps up to the active one, and the connectors before it, look active. `active` is
 * the index of the active step, from 0.
 */
export const StepIndicator = ({ steps, active, marked = [], className = '' }: StepIndicatorProps) => (
  <ol className={`steps ${className}`} aria-label="Pasos">
    {steps.map((label, index) => (
      <li
        key={label}
        className="step"
        data-active={index <= active || undefined}
        data-marked={marked.includes(index) || undefined}
        aria-current={index === active ? 'step' : undefined}
      >
        {index > 0 && <span className="step-connector" data-active={index <= active || undefined} />}
        <span className="step-number">{index + 1}</span>
        <span className="step-label">{label}</span>
        {marked.includes(index) && <span className="visually-hidden">, con campos por corregir</span>}
      </li>
    ))}
  </ol>
);
