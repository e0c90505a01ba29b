// Takes the administrator's screenshots for `npm run screenshots`: the start page with its figures, the users, and a catalogue
// with one exam opened.

const SHOWN_EXAM_NAME = 'Audiometría tonal';

/** Sets the page's clock to the current time and signs in, because the server counts the demo's figures for the current day. */
async function signInAtCurrentTime(desk, user, password) {
  await desk.page.clock.setFixedTime(Date.now());
  await desk.open('/login');
  await desk.fillSignIn({ email: user, password });
  await desk.page.waitForURL(`${desk.origin}/home`);
  await desk.page.getByRole('region', { name: 'Este año' }).waitFor();
}

export async function takeAdminScreenshots({ desk, password, shoot }) {
  const { page } = desk;
  const show = async (name) => {
    await page.evaluate(() => {
      document.activeElement?.blur();
      scrollTo(0, 0);
    });
    await shoot(page, name);
  };
  await signInAtCurrentTime(desk, 'admin@alisos.demo', password);
  await show('home');
  await desk.open('/admin/users');
  await page.getByText('recepcion@alisos.demo').waitFor();
  await show('users');
  await desk.open('/admin/catalogs/exams');
  await page.getByRole('button', { name: SHOWN_EXAM_NAME }).first().click();
  await page.getByRole('button', { name: 'Desactivar' }).waitFor();
  await show('catalog');
}
