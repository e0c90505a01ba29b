// Takes the doctor's screenshots for `npm run screenshots`: the list, and an evaluation of the demo clinic from opening to
// signing.

/** Time of the doctor's screenshots, on the same Monday as those of reception. */
const SCREENSHOT_TIME = Date.parse('2026-03-02T10:40:00-05:00');
/** Document number of a demo patient whose evaluation has two exams done and two pending. */
const EXAMINED_DOCUMENT_NUMBER = '9999000314';
const EXAM_RESULTS = {
  'Audiometría tonal': 'Caída leve en 4 kHz en ambos oídos.',
  'Espirometría simple': 'Dentro de límites normales.',
};
const DOCTOR_NOTES = {
  'Concepto de aptitud laboral': 'Apta con recomendaciones',
  'Recomendaciones laborales':
    'Uso permanente de protección auditiva en zonas señalizadas. Control de hipoacusia.',
  'Inclusión en SVE': 'SVE de conservación auditiva, por caída en 4 kHz.',
  Observaciones: 'Refiere tinnitus ocasional.',
};

/** Moves the demo's dates to the day of the screenshots. The demo data have dates relative to the current day. */
async function moveDemoDates(clinic) {
  const days = `(date '2026-03-02' - (now() at time zone 'America/Bogota')::date) * interval '1 day'`;
  await clinic.query(`update evaluations set started_at = started_at + ${days}, captured_at = captured_at + ${days}
     where status <> 'cerrada'`);
  await clinic.query(`update exam_orders set updated_at = updated_at + ${days}`);
}

async function signInAndOpenList(office, user, password) {
  await office.desk.open('/login');
  await office.desk.fillSignIn({ email: user, password });
  await office.page.waitForURL(`${office.origin}/home`);
  await office.desk.open('/evaluations');
  await office.listRow({ document: EXAMINED_DOCUMENT_NUMBER }).waitFor();
}

async function enterResultsAndNotes(office) {
  for (const [exam, text] of Object.entries(EXAM_RESULTS))
    await office.text(`Resultado de ${exam}`).fill(text);
  await office.saveResults();
  for (const [note, text] of Object.entries(DOCTOR_NOTES)) await office.text(note).fill(text);
  await office.saveNotes();
}

export async function takeDoctorScreenshots({ office, clinic, password, shoot }) {
  const { page } = office;
  await moveDemoDates(clinic);
  await page.clock.setFixedTime(SCREENSHOT_TIME);
  await signInAndOpenList(office, 'medico@alisos.demo', password);
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(page, 'evaluations');
  await office.openFromList({ document: EXAMINED_DOCUMENT_NUMBER });
  await enterResultsAndNotes(office);
  // No doctor has to be chosen, because the page selects the doctor linked to the user.
  await page.getByText('Todo listo para cerrar la evaluación.').waitFor();
  await page.getByText('Notas actualizadas correctamente.').waitFor({ state: 'hidden' });
  const preview = page.getByRole('region', { name: 'Lo que leerá el empleador' });
  await preview.evaluate((region) => {
    document.activeElement?.blur();
    scrollTo(0, region.getBoundingClientRect().top + scrollY - 90);
  });
  await shoot(page, 'evaluation');
}
