import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { Drawing } from '#domain/signature/strokes.ts';
import { SigningForm } from '#components/signature/signing-form.tsx';

const SAMPLE_PATIENT = { name: 'María Ejemplo', document: 'CC 0000000000' };

interface PatientPreviewProps {
  opened: boolean;
  text: string;
  onClose: () => void;
}

/** Screen that the patient reads and signs, with an invented patient. A signature on it is not stored. */
export function PatientPreview({ opened, text, onClose }: PatientPreviewProps) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const close = () => {
    setDrawing(null);
    onClose();
  };
  return (
    <Modal
      opened={opened}
      fullScreen
      withCloseButton={false}
      title="Muestra: así lo ve el paciente"
      transitionProps={{ duration: 0 }}
      onClose={close}
    >
      <SigningForm
        signer={SAMPLE_PATIENT}
        authorisation={{ version: '', text }}
        witness={null}
        drawing={drawing}
        error={null}
        onStroke={setDrawing}
        onClear={() => setDrawing(null)}
        onKeep={close}
        onClose={close}
        onCannotSign={null}
      />
    </Modal>
  );
}
