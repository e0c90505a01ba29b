import { Button, Loader } from '@mantine/core';
import { useId } from 'react';
import type { Doctor } from '#contract/catalogs/doctors.ts';
import { SIGNATURE_TYPES } from '#contract/limits.ts';
import { addDoctorPreposition } from '#domain/patient/name.ts';
import { fetchDoctorSignature, setDoctorSignature } from '#sync/administration/doctor-signature.ts';
import { failureText } from '#sync/messages/failure-text.ts';
import { Card } from '#ui/display/card.tsx';
import { FieldError } from '#ui/fields/field-error.tsx';
import { FileButton } from '#ui/fields/file-button.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { ImageFromBytes } from '#ui/display/picture-image.tsx';
import { toast } from '#ui/notices/toast.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import { usePicture, type PictureState } from '#ui/display/use-picture.ts';
import { useCatalogScreen } from '../catalog-screen.ts';
import type { RowPictureProps } from '../definition.ts';
import { CatalogHint } from '../hint.tsx';
import './doctor-signature.css';

function DoctorSignaturePreview({ state, name }: { state: PictureState; name: string }) {
  if (state.name === 'present') return <ImageFromBytes picture={state.picture} alt={name} />;
  return state.name === 'loading' ? (
    <>
      <Loader />
      <span className="visually-hidden">Cargando la firma</span>
    </>
  ) : (
    <span className="catalog-signature-none">
      <Icon name="pen" size={28} />
      {state.name === 'none' ? 'Sin firma registrada' : 'No se ve'}
    </span>
  );
}

/** Card with the signature image that is printed on the doctor's documents; disabled until the doctor is saved. */
export function DoctorSignature({ item: doctor, onSaved }: RowPictureProps<Doctor>) {
  const { ownerId, disabledReason } = useCatalogScreen();
  const problemId = useId();
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
      <div className="catalog-signature" aria-describedby={trouble === null ? undefined : problemId}>
        <div className="catalog-signature-paper" aria-busy={busy || state.name === 'loading'}>
          <DoctorSignaturePreview
            state={busy ? { name: 'loading' } : state}
            name={doctor ? `Firma ${addDoctorPreposition(doctor.name)}` : 'Firma'}
          />
        </div>
        <CatalogHint>
          {locked ??
            'PNG o JPEG de hasta 500 KB, sobre fondo blanco. Sale en los documentos de las evaluaciones que cierre desde ahora.'}
        </CatalogHint>
        {state.name === 'failed' && (
          <div>
            <FieldError id={`${problemId}-failed`}>{state.text}</FieldError>
            <Button variant="subtle" leftSection={<Icon name="again" />} onClick={state.retry}>
              Reintentar
            </Button>
          </div>
        )}
        <FileButton
          label={doctor?.signature_key ? 'Cambiar firma' : 'Subir firma'}
          accept={SIGNATURE_TYPES.join(',')}
          icon="pen"
          disabled={busy || locked !== null}
          onFile={(file) => void run(() => replaceSignature(file))}
        />
        {trouble !== null && <FieldError id={problemId}>{trouble}</FieldError>}
      </div>
    </Card>
  );
}
