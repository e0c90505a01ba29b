import type { CameraProblem } from '../camera/stream.ts';
import './camera-problem.css';

const NO_ACCESS_TEXT = 'No se pudo acceder a la cámara. Verifica los permisos o usa la carga manual.';

const CAMERA_PROBLEM_TEXTS: Record<CameraProblem, string> = {
  none: 'Este dispositivo no permite acceso a la cámara. Usa la carga desde archivo.',
  denied: `${NO_ACCESS_TEXT} Se permiten en los ajustes del sitio.`,
  busy: `${NO_ACCESS_TEXT} Si otra aplicación la usa, ciérrala.`,
  no_preview: 'No se pudo iniciar la vista previa de la cámara.',
};

export const CameraProblemText = ({ problem }: { problem: CameraProblem }) => (
  <p className="camera-problem" role="alert">
    {CAMERA_PROBLEM_TEXTS[problem]}
  </p>
);
