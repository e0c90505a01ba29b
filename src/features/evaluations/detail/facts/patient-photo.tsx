import type { Media } from '#contract/records/evaluation/capture.ts';
import { Icon } from '#ui/display/icon.tsx';
import { ImageFromBytes } from '#ui/display/pictures/picture-image.tsx';
import { useEvaluationFile } from '../../queries.ts';
import type { EvaluationContext } from '../state/use-evaluation-context.ts';
import './patient-photo.css';

function LoadedPhoto({ context, photo }: { context: EvaluationContext; photo: Media }) {
  const question = { evaluationId: context.evaluation.id, fileId: photo.id, storagePath: photo.storage_path };
  const { data } = useEvaluationFile(context.reader, question);
  return data ? <ImageFromBytes picture={data} alt="" /> : <Icon name="person" />;
}

/** Photo of the registration next to the patient's data, which name the patient; an icon without one. */
export function PatientPhoto({ context, className }: { context: EvaluationContext; className: string }) {
  const photo = context.evaluation.media.find(({ type }) => type === 'photo');
  return (
    <span className={`patient-photo ${className}`}>
      {photo ? <LoadedPhoto context={context} photo={photo} /> : <Icon name="person" />}
    </span>
  );
}
