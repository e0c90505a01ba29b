import type { Media } from '#contract/records/evaluation/capture.ts';
import { fullName } from '#domain/patient/name.ts';
import { Icon } from '#ui/display/icon.tsx';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import { useEvaluationFile } from '../../../queries.ts';
import { formatPatientSummary } from '../../facts/person-facts.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './signed-patient.css';

/** Photo with which the doctor recognises the patient; hidden from screen readers, because the name is next to it. */
function PatientPhoto({ context, photo }: { context: EvaluationContext; photo: Media }) {
  const question = { evaluationId: context.evaluation.id, fileId: photo.id, storagePath: photo.storage_path };
  const { data } = useEvaluationFile(context.reader, question);
  return data ? <ImageFromBytes picture={data} alt="" /> : <Icon name="person" size={40} />;
}

export function SigningPatientSummary({ context }: { context: EvaluationContext }) {
  const { patient, media, evaluation_type: type } = context.evaluation;
  const photo = media.find((item) => item.type === 'photo');
  const facts = [
    `${patient.identification_type} ${patient.identification_number}`,
    formatPatientSummary(context.evaluation),
    `${type.name} (${type.code})`,
  ];
  return (
    <div className="signed-patient">
      <span className="signed-patient-face">
        {photo ? <PatientPhoto context={context} photo={photo} /> : <Icon name="person" size={40} />}
      </span>
      <div>
        <b>{fullName(patient)}</b>
        <p>{facts.filter((fact) => fact !== '').join(' · ')}</p>
      </div>
    </div>
  );
}
