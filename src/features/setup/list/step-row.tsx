import { useId, type ReactNode, type Ref } from 'react';
import type { SetupStepState } from '#domain/setup/steps.ts';
import { Icon } from '#ui/display/icon.tsx';
import './step-row.css';

interface StepRowProps {
  number: number;
  title: string;
  sub: string;
  state: SetupStepState;
  /** Status of the step such as 'Listo'; empty if the step is still to do. */
  stateWords: string;
  isOpen: boolean;
  onToggle: () => void;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

export function StepRow(props: StepRowProps) {
  const { number, title, sub, state, stateWords: stateLabel, isOpen, onToggle, ref, children } = props;
  const id = useId();
  return (
    <li className="setup-step" data-state={state} data-open={isOpen || undefined}>
      <h2>
        <button
          ref={ref}
          type="button"
          className="setup-step-head"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <span className="setup-step-number" aria-hidden="true">
            {state === 'done' ? <Icon name="check" size={18} /> : number}
          </span>
          <span className="setup-step-words">
            <strong>{title}</strong> {sub !== '' && <small>{sub}</small>}
          </span>
          {stateLabel !== '' && <span className="setup-step-state"> {stateLabel}</span>}
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
      </h2>
      {isOpen && (
        <section id={id} className="setup-step-panel" aria-label={title}>
          {children}
        </section>
      )}
    </li>
  );
}
