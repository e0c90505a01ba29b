import type { Statement } from '../statement.ts';

/** Audited requirements of P2 and P4 (base contract) on the evaluation screen. */
export const statements = [
  {
    id: 'detail-1',
    section: 'P2',
    says: 'Its header has the first eight characters of the id in capitals, the state and the start',
  },
  {
    id: 'detail-2',
    section: 'P2',
    says: 'Blocks: patient, document, type, employer, contractor, treating doctor, comments',
  },
  {
    id: 'detail-3',
    section: 'P2',
    says: "Without contractor 'No aplica', without signature 'Sin firmar', without comments 'Sin comentarios'",
  },
  { id: 'detail-4', section: 'P2', says: 'Sections: signing and closing, results, notes' },
  {
    id: 'detail-5',
    section: 'P2',
    says: 'Without photo and signature there is no section of captured pictures',
  },
  { id: 'detail-6', section: 'P2', says: 'With them the section shows photo and signature' },
  { id: 'detail-7', section: 'P2', says: "'Volver al listado' leads back" },
  {
    id: 'detail-8',
    section: 'P2',
    says: "An added exam waits in 'Exámenes por agregar', with a field for its notes and a button that removes it",
  },
  { id: 'detail-9', section: 'P2', says: "'Guardar resultados' saves the added exams with their notes" },
  { id: 'detail-10', section: 'P2', says: 'Each exam takes result notes and attachments' },
  { id: 'detail-11', section: 'P3', says: 'The eight notes have their names' },
  { id: 'detail-12', section: 'P4', says: 'The checklist shows what is met and what is pending' },
  {
    id: 'detail-13',
    section: 'P4',
    says: "With something pending: 'Completa los requisitos pendientes antes de firmar.'",
  },
  {
    id: 'detail-14',
    section: 'P4',
    says: "With all met and nobody chosen: 'Selecciona un médico para firmar la evaluación.'",
  },
  {
    id: 'detail-15',
    section: 'P4',
    says: "With all met and a doctor: 'Todo listo para cerrar la evaluación.' and 'Firmar y cierre' can be pressed",
  },
  { id: 'detail-16', section: 'P9', says: "A doctor's option has licence and specialty" },
  { id: 'detail-17', section: 'P4', says: "Signing closes: 'Cerrada', the close date and the doctor" },
  {
    id: 'detail-18',
    section: 'P2',
    says: "A closed one has 'Reabrir evaluación', 'Descargar historia clínica' and 'Descargar concepto PDF'; an open one has none of them",
  },
  {
    id: 'detail-19',
    section: 'P9',
    says: 'PDFs are called concepto_ and historia_clinica_ with eight small characters of the id',
  },
  {
    id: 'detail-20',
    section: 'P4',
    says: 'Reopening asks first; done, the dialog is gone and everything can be edited again',
  },
  { id: 'detail-21', section: 'P5', says: "Adding nothing: 'Selecciona un examen válido para agregarlo.'" },
  {
    id: 'detail-22',
    section: 'P5',
    says: "Adding one twice: 'Este examen ya está asociado a la evaluación.'",
  },
  {
    id: 'detail-23',
    section: 'P5',
    says: 'An attachment is PDF, PNG or JPEG; others do not leave the device',
  },
  {
    id: 'detail-24',
    section: 'P8',
    says: "Loading failed: title 'Error al cargar' and 'No se pudo cargar la evaluación.'",
  },
  {
    id: 'detail-25',
    section: 'P8',
    says: "Results failed: 'No se pudieron guardar los resultados de exámenes.'",
  },
  { id: 'detail-26', section: 'P8', says: "Notes failed: 'No se pudieron guardar las notas médicas.'" },
  {
    id: 'detail-27',
    section: 'P8',
    says: "Reopening failed: 'No se pudo reabrir la evaluación.', and the dialog stays",
  },
  {
    id: 'detail-28',
    section: 'P8',
    says: "Signing failed: 'No se pudo completar la firma de la evaluación.'",
  },
  { id: 'detail-29', section: 'P8', says: "Concept failed: 'No se pudo generar el concepto en PDF.'" },
  {
    id: 'detail-30',
    section: 'P8',
    says: "History failed: 'No se pudo generar la historia clínica en PDF.'",
  },
  { id: 'detail-31', section: 'P8', says: "Attaching refused: 'No se pudo adjuntar el archivo.'" },
  {
    id: 'detail-32',
    section: 'P8',
    says: "The document of an evaluation that is gone: 'Identificador de evaluación no disponible.'",
  },
  {
    id: 'detail-33',
    section: 'P8',
    says: "Not closed any more: 'La evaluación debe estar cerrada para generar el concepto.'",
  },
  {
    id: 'detail-34',
    section: 'P8',
    says: "The same of the history: 'La evaluación debe estar cerrada para generar la historia clínica.'",
  },
  { id: 'detail-35', section: 'P8', says: "'Notas actualizadas correctamente.'" },
  { id: 'detail-36', section: 'P8', says: "A failure with words shows the provider's message" },
  {
    id: 'detail-37',
    section: 'P7',
    says: 'Notes are replaced as a whole',
    onPurpose:
      'Notes merge: two doctors on one evaluation never overwrite each other unseen, and what is left out stays',
  },
  {
    id: 'detail-38',
    section: 'P8',
    says: "With a kept copy on screen a failing server is said: 'No se pudo cargar la evaluación.' and 'Reintentar'",
  },
] as const satisfies readonly Statement[];
