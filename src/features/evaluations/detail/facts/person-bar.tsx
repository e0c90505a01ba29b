import { useEffect, useState, type RefObject } from 'react';
import type { Media } from '#contract/records/evaluation/capture.ts';
import { fullName } from '#domain/patient/name.ts';
import { Icon } from '#ui/display/icon.tsx';
import { ImageFromBytes } from '#ui/display/picture-image.tsx';
import { useEvaluationFile } from '../../queries.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import { formatPatientSummary } from './person-facts.ts';
import './person-bar.css';

function PatientBarPhoto({ context, photo }: { context: EvaluationContext; photo: Media }) {
  const question = { evaluationId: context.evaluation.id, fileId: photo.id, storagePath: photo.storage_path };
  const { data } = useEvaluationFile(context.reader, question);
  return data ? <ImageFromBytes picture={data} alt="" /> : <Icon name="person" />;
}

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
  const { patient, evaluation_type: type, media } = context.evaluation;
  const photo = media.find((item) => item.type === 'photo');
  return (
    <div className="person-bar-place" aria-hidden="true">
      {isScrolledAway && (
        <div className="person-bar">
          <span className="person-bar-face">
            {photo ? <PatientBarPhoto context={context} photo={photo} /> : <Icon name="person" />}
          </span>
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
