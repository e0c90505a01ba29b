import type { Statement } from '../statement.ts';

/** Audited requirements of P2, P4 and P5 (base contract) on the registration. */
export const statements = [
  {
    id: 'wizard-1',
    section: 'P2',
    says: "Three numbered steps: 'Datos del paciente', 'Evaluación y empresas', 'Confirmación'",
  },
  { id: 'wizard-2', section: 'P2', says: 'On the first step only its number is marked, and no connector' },
  {
    id: 'wizard-3',
    section: 'P2',
    says: 'On the second step two numbers and the connector before the second are marked',
  },
  { id: 'wizard-4', section: 'P2', says: 'On the third step all numbers and both connectors are marked' },
  {
    id: 'wizard-5',
    section: 'P2',
    says: "Step 1 has 'Buscar paciente', 'Registrar nuevo' and 'Siguiente'; later steps have 'Volver'",
  },
  { id: 'wizard-6', section: 'P2', says: "The last step has 'Confirmar y crear evaluación'" },
  { id: 'wizard-7', section: 'P2', says: "The full-screen signature has 'Cerrar'" },
  { id: 'wizard-8', section: 'P2', says: 'In the full-screen signature the space key clears what was drawn' },
  { id: 'wizard-9', section: 'P2', says: 'The photo comes from a file' },
  { id: 'wizard-10', section: 'P2', says: 'The photo comes from the camera' },
  {
    id: 'wizard-11',
    section: 'P4',
    says: "'Siguiente' checks the fields of its own step, and stays on it while one is wrong",
  },
  {
    id: 'wizard-12',
    section: 'P4',
    says: "Nothing is created without photo and signature: 'Captura la fotografía y la firma antes de continuar.'",
  },
  {
    id: 'wizard-13',
    section: 'P4',
    says: 'The evaluation goes first; then photo and signature go at the same time',
  },
  {
    id: 'wizard-14',
    section: 'P4',
    says: "Before anything is captured a picture is 'Sin capturar', afterwards 'Listo para subir'",
  },
  {
    id: 'wizard-15',
    section: 'P4',
    says: "While it waits a picture is 'Pendiente por subir', on its way 'Subiendo…', at the end 'Subida completa'",
  },
  {
    id: 'wizard-16',
    section: 'P4',
    says: "A picture that was refused is 'Error al subir', and 'Reintentar subida' sends it again",
  },
  { id: 'wizard-17', section: 'P4', says: "'Registrar otra evaluación' empties the wizard" },
  {
    id: 'wizard-18',
    section: 'P4',
    says: "'Registrar otra evaluación' is there once both uploads are complete",
    onPurpose:
      'It is there as soon as the evaluation is safe on the device: the desk must go on without network',
  },
  { id: 'wizard-19', section: 'P4', says: 'A person who is found fills the form' },
  {
    id: 'wizard-20',
    section: 'P4',
    says: 'Another document number ends the link to the person who was found',
  },
  { id: 'wizard-21', section: 'P4', says: 'A document that nobody has keeps the form for a new patient' },
  {
    id: 'wizard-22',
    section: 'P4',
    says: 'An occupation that is known, in any case, is taken as known: no hint',
  },
  {
    id: 'wizard-23',
    section: 'P4',
    says: "Another occupation: 'Nuevo cargo detectado. Se registrará con el nombre escrito.'",
  },
  { id: 'wizard-24', section: 'P5', says: "Without number: 'Ingrese el número de identificación'" },
  { id: 'wizard-25', section: 'P5', says: "Without first name: 'Ingrese los nombres'" },
  { id: 'wizard-26', section: 'P5', says: "Without last name: 'Ingrese los apellidos'" },
  { id: 'wizard-27', section: 'P5', says: "Without type: 'Seleccione el tipo de evaluación'" },
  { id: 'wizard-28', section: 'P5', says: "Without employer: 'Seleccione la empresa empleadora'" },
  { id: 'wizard-29', section: 'P5', says: "Another format of the birth date: 'Formato esperado AAAA-MM-DD'" },
  {
    id: 'wizard-30',
    section: 'P5',
    says: "A search without number: 'Ingresa tipo y número de identificación para buscar.'",
  },
  {
    id: 'wizard-31',
    section: 'P5',
    says: "A photo from a file over 1,000,000 bytes: 'El archivo supera el límite de 1000 KB.'",
  },
  {
    id: 'wizard-32',
    section: 'P5',
    says: "A signature from a file over 500,000 bytes: 'El archivo supera 500 KB.'",
  },
  {
    id: 'wizard-33',
    section: 'P5',
    says: "A drawn signature over 500,000 bytes: 'La firma supera 500 KB. Limpia y vuelve a intentarlo.'",
  },
  {
    id: 'wizard-34',
    section: 'P5',
    says: 'A capture is compressed as JPEG at 0.85, 0.7, 0.6 and 0.5 in turn, until it fits',
  },
  { id: 'wizard-35', section: 'P5', says: 'A capture is at most 1280 wide' },
  {
    id: 'wizard-36',
    section: 'P5',
    says: "A capture that never fits: 'La foto supera 1000 KB. Ajusta la iluminación o usa la opción de archivo.'",
  },
  {
    id: 'wizard-37',
    section: 'P3',
    says: 'The type of document is CC unless another is chosen; CC, TI, CE and PA are offered in words',
  },
  { id: 'wizard-38', section: 'P3', says: 'Gender: Femenino, Masculino, Otro' },
  {
    id: 'wizard-39',
    section: 'P5',
    says: 'The form may leave out middle and second last name, birth date, gender, occupation, contractor and additional information',
  },
  {
    id: 'wizard-40',
    section: 'P8',
    says: "A lookup that failed without words: 'No se pudo consultar el paciente. Intenta nuevamente.'",
  },
  {
    id: 'wizard-41',
    section: 'P8',
    says: "An evaluation refused without words: 'No se pudo crear la evaluación. Intenta nuevamente.'",
  },
  {
    id: 'wizard-42',
    section: 'P8',
    says: "A picture refused without words: 'No se pudo subir el archivo. Intenta nuevamente.'",
  },
  { id: 'wizard-43', section: 'P8', says: "A refusal with words shows the provider's message" },
  {
    id: 'wizard-44',
    section: 'P8',
    says: "No camera: 'Este dispositivo no permite acceso a la cámara. Usa la carga desde archivo.'",
  },
  {
    id: 'wizard-45',
    section: 'P8',
    says: "Camera refused: 'No se pudo acceder a la cámara. Verifica los permisos o usa la carga manual.'",
  },
  {
    id: 'wizard-46',
    section: 'P8',
    says: "Preview refused: 'No se pudo iniciar la vista previa de la cámara.'",
  },
  {
    id: 'wizard-47',
    section: 'P8',
    says: "Capture failed: 'No fue posible capturar la foto. Intenta nuevamente o utiliza la carga manual.'",
  },
] as const satisfies readonly Statement[];
