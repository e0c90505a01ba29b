import type { Statement } from './statement.ts';

/** §2 and §4: one evaluation. */
export const statements = [
  {
    id: 'detail-1',
    section: '§2',
    says: 'Its header has the first eight characters of the id in capitals, the state and the start',
  },
  {
    id: 'detail-2',
    section: '§2',
    says: 'Blocks: patient, document, type, employer, contractor, treating doctor, comments',
  },
  {
    id: 'detail-3',
    section: '§2',
    says: "Without contractor 'No aplica', without signature 'Sin firmar', without comments 'Sin comentarios'",
  },
  { id: 'detail-4', section: '§2', says: 'Sections: signing and closing, results, notes' },
  {
    id: 'detail-5',
    section: '§2',
    says: 'Without photo and signature there is no section of captured pictures',
  },
  { id: 'detail-6', section: '§2', says: 'With them the section shows photo and signature' },
  { id: 'detail-7', section: '§2', says: "'Volver al listado' leads back" },
  {
    id: 'detail-8',
    section: '§2',
    says: "An added exam waits in 'Exámenes por agregar', with a field for its notes and a button that removes it",
  },
  { id: 'detail-9', section: '§2', says: "'Guardar resultados' saves the added exams with their notes" },
  { id: 'detail-10', section: '§2', says: 'Each exam takes result notes and attachments' },
  { id: 'detail-11', section: '§3', says: 'The eight notes have their names' },
  { id: 'detail-12', section: '§4', says: 'The checklist shows what is met and what is pending' },
  {
    id: 'detail-13',
    section: '§4',
    says: "With something pending: 'Completa los requisitos pendientes antes de firmar.'",
  },
  {
    id: 'detail-14',
    section: '§4',
    says: "With all met and nobody chosen: 'Selecciona un médico para firmar la evaluación.'",
  },
  {
    id: 'detail-15',
    section: '§4',
    says: "With all met and a doctor: 'Todo listo para cerrar la evaluación.' and 'Firmar y cierre' can be pressed",
  },
  { id: 'detail-16', section: '§9', says: "A doctor's option has licence and specialty" },
  { id: 'detail-17', section: '§4', says: "Signing closes: 'Cerrada', the close date and the doctor" },
  {
    id: 'detail-18',
    section: '§2',
    says: "A closed one has 'Reabrir evaluación', 'Descargar historia clínica' and 'Descargar concepto PDF'; an open one has none of them",
  },
  {
    id: 'detail-19',
    section: '§9',
    says: 'PDFs are called concepto_ and historia_clinica_ with eight small characters of the id',
  },
  {
    id: 'detail-20',
    section: '§4',
    says: 'Reopening asks first; done, the dialog is gone and everything can be edited again',
  },
  { id: 'detail-21', section: '§5', says: "Adding nothing: 'Selecciona un examen válido para agregarlo.'" },
  {
    id: 'detail-22',
    section: '§5',
    says: "Adding one twice: 'Este examen ya está asociado a la evaluación.'",
  },
  {
    id: 'detail-23',
    section: '§5',
    says: 'An attachment is PDF, PNG or JPEG; others do not leave the device',
  },
  {
    id: 'detail-24',
    section: '§8',
    says: "Loading failed: title 'Error al cargar' and 'No se pudo cargar la evaluación.'",
  },
  {
    id: 'detail-25',
    section: '§8',
    says: "Results failed: 'No se pudieron guardar los resultados de exámenes.'",
  },
  { id: 'detail-26', section: '§8', says: "Notes failed: 'No se pudieron guardar las notas médicas.'" },
  {
    id: 'detail-27',
    section: '§8',
    says: "Reopening failed: 'No se pudo reabrir la evaluación.', and the dialog stays",
  },
  {
    id: 'detail-28',
    section: '§8',
    says: "Signing failed: 'No se pudo completar la firma de la evaluación.'",
  },
  { id: 'detail-29', section: '§8', says: "Concept failed: 'No se pudo generar el concepto en PDF.'" },
  {
    id: 'detail-30',
    section: '§8',
    says: "History failed: 'No se pudo generar la historia clínica en PDF.'",
  },
  { id: 'detail-31', section: '§8', says: "Attaching refused: 'No se pudo adjuntar el archivo.'" },
  {
    id: 'detail-32',
    section: '§8',
    says: "The document of an evaluation that is gone: 'Identificador de evaluación no disponible.'",
  },
  {
    id: 'detail-33',
    section: '§8',
    says: "Not closed any more: 'La evaluación debe estar cerrada para generar el concepto.'",
  },
  {
    id: 'detail-34',
    section: '§8',
    says: "The same of the history: 'La evaluación debe estar cerrada para generar la historia clínica.'",
  },
  { id: 'detail-35', section: '§8', says: "'Notas actualizadas correctamente.'" },
  { id: 'detail-36', section: '§8', says: "A failure with words shows the provider's message" },
  {
    id: 'detail-37',
    section: '§7',
    says: 'Notes are replaced as a whole',
    onPurpose:
      'Notes merge: two doctors on one evaluation never overwrite each other unseen, and what is left out stays',
  },
  {
    id: 'detail-38',
    section: '§8',
    says: "With a kept copy on screen a failing server is said: 'No se pudo cargar la evaluación.' and 'Reintentar'",
  },
] as const satisfies readonly Statement[];
