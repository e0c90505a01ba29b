import type { Doctor } from '#contract/catalogs/doctors.ts';
import { SIGNATURE_TYPES } from '#contract/limits.ts';
import { addDoctorPreposition } from '#domain/patient/name.ts';
import { fetchDoctorSignature, setDoctorSignature } from '#sync/administration/catalogs/doctor-signature.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { PictureField } from '#components/logo/picture-field.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { toast } from '#ui/notices/toast.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { usePicture } from '#ui/display/pictures/use-picture.ts';
import { useCatalogScreen } from '../catalog-screen.ts';
import type { RowPictureProps } from '../definition.ts';

/** Card with the signature image that is printed on the doctor's documents; disabled until the doctor is saved. */
export function DoctorSignature({ item: doctor, onSaved }: RowPictureProps<Doctor>) {
  const { ownerId, disabledReason } = useCatalogScreen();
  const { busy, trouble, run } = useChangeRunner<string>();
  const id = doctor?.id ?? '';
  const state = usePicture({
    queryKey: ['doctor-signature', ownerId, id, doctor?.signature_key],
    exists: Boolean(doctor?.signature_key),
    fetch: () => fetchDoctorSignature(id),
    textOf: (error) => failureText(error, 'No se pudo cargar la firma actual.'),
  });
  const replaceSignature = async (file: File): Promise<string | null> => {
    const outcome = await setDoctorSignature(id, file);
    if (outcome.type === 'failed') return outcome.text;
    onSaved(outcome.doctor);
    toast('ok', 'Firma actualizada.');
    return null;
  };
  const locked = doctor ? disabledReason : 'Guarda el médico antes de cargar su firma.';
  return (
    <Card title="Firma">
      <PictureField
        state={busy ? { name: 'loading' } : state}
        name={doctor ? `Firma ${addDoctorPreposition(doctor.name)}` : 'Firma'}
        icon="pen"
        loadingText="Cargando la firma"
        emptyText="Sin firma registrada"
        hint={
          locked ??
          'PNG o JPEG de hasta 500 KB, sobre fondo blanco. Sale en los documentos de las evaluaciones que cierre desde ahora.'
        }
        problem={trouble}
      >
        <FileButton
          label={doctor?.signature_key ? 'Cambiar firma' : 'Subir firma'}
          accept={SIGNATURE_TYPES.join(',')}
          icon="pen"
          disabled={busy || locked !== null}
          onFile={(file) => void run(() => replaceSignature(file))}
        />
      </PictureField>
    </Card>
  );
}
