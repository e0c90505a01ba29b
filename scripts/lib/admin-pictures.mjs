// The administrator's pictures of `npm run screenshots`: the start page with its figures, the users, a catalogue with its panel.

/** Of the demo clinic; the panel shows it. */
const EXAM = 'Audiometría tonal';

/** The figures are the demo's, as the provider counts them today: they are other ones on another day. */
async function signIn(desk, user, password) {
  await desk.page.clock.setFixedTime(Date.now());
  await desk.open('/login');
  await desk.fillSignIn({ email: user, password });
  await desk.page.waitForURL(`${desk.origin}/home`);
  await desk.page.getByRole('region', { name: 'Este año' }).waitFor();
}

/** `shoot` writes the page as it stands, under a name. */
export async function takeAdminsPictures({ desk, password, shoot }) {
  const { page } = desk;
  const show = async (name) => {
    await page.evaluate(() => {
      document.activeElement?.blur();
      scrollTo(0, 0);
    });
    await shoot(page, name);
  };
  await signIn(desk, 'admin@alisos.demo', password);
  await show('home');
  await desk.open('/admin/users');
  await page.getByText('recepcion@alisos.demo').waitFor();
  await show('users');
  await desk.open('/admin/catalogs/exams');
  await page.getByRole('button', { name: EXAM }).first().click();
  await page.getByRole('button', { name: 'Desactivar' }).waitFor();
  await show('catalog');
}
