import { useEffect, useState, type RefObject } from 'react';
import { fullName } from '#domain/patient/name.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { PatientPhoto } from './patient-photo.tsx';
import { formatPatientSummary } from './person-facts.ts';
import './person-bar.css';

/** Returns true if the element has scrolled out of view at the top. */
function useScrolledAway(element: RefObject<HTMLElement | null>): boolean {
  const [isScrolledAway, setScrolledAway] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setScrolledAway(!entry.isIntersecting && entry.boundingClientRect.bottom <= 0);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isScrolledAway;
}

interface PatientBarProps {
  context: EvaluationContext;
  /** Element with the patient's data; the bar appears when it has scrolled out of view. */
  facts: RefObject<HTMLElement | null>;
}

/** Keeps the patient's data visible while the doctor scrolls. Hidden from screen readers, because it repeats the page. */
export function PatientBar({ context, facts }: PatientBarProps) {
  const isScrolledAway = useScrolledAway(facts);
  const { patient, evaluation_type: type } = context.evaluation;
  return (
    <div className="person-bar-place" aria-hidden="true">
      {isScrolledAway && (
        <div className="person-bar">
          <PatientPhoto context={context} className="person-bar-photo" />
          <b>{fullName(patient)}</b>
          <span className="person-bar-facts">
            {[
              formatPatientSummary(context.evaluation),
              `${patient.identification_type} ${patient.identification_number}`,
              type.name,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      )}
    </div>
  );
}
