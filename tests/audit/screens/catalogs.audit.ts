import { PERMISSIONS } from '#contract/vocabulary.ts';
import { AdministrationScreens } from '#tests/support/reception/administration.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expect, verify, test as base } from '../fixtures.ts';
import type { StatementId } from '../statements/index.ts';
import { AUDITED_CATALOGS } from '../audited-catalogs.ts';
import {
  createCallMatcher,
  openAs,
  withFault,
  expectText,
  baseContractError,
  textlessError,
} from '../screens.ts';

/** Administrator with every permission, on the overview of the catalogues. */
const test = base.extend<{ admin: AdministrationScreens }>({
  admin: async ({ page, line, clinic }, provide) => {
    const admin = new AdministrationScreens(page, line.origin);
    await openAs(admin.desk, await createClinicUser(clinic, 'Bogotá', PERMISSIONS), '/admin/catalogs');
    await provide(admin);
  },
});

for (const kind of AUDITED_CATALOGS)
  test(
    `creates, changes and deactivates a row of ${kind.route}`,
    { tag: '@short' },
    async ({ admin, line, page }) => {
      const { route, title, create, values, name, it, required, notSaved, notSwitched, renaming, picture } =
        kind;
      await admin.openCatalog(title);
      await verify('routes-18', () => expect(page).toHaveURL(`${line.origin}/admin/catalogs/${route}`));
      await admin.link(create).click();
      await verify('routes-19', () => expect(page).toHaveURL(`${line.origin}/admin/catalogs/${route}/new`));
      await verify(required[0], async () => {
        await admin.button('Crear').click();
        await expectText(page, required[1]);
      });
      if (route === 'branches') await admin.desk.choose('Empresa', 'Los Alisos');
      await admin.enter(values);
      await verify(notSaved[0], () =>
        withFault(line, createCallMatcher('POST', `/${route}`), textlessError(), async () => {
          await admin.button('Crear').click();
          await expectText(page, notSaved[1]);
        }),
      );
      await admin.button('Crear').click();
      const panel = admin.panel(name);
      if (picture) {
        await admin.isTitled('Editar');
        await admin.openCatalog(title);
        await admin.row(name).click();
      }
      await expect(panel).toBeVisible();
      await verify('catalogs-1', async () => {
        await expect(page.getByRole('textbox', { name: /^Buscar/ })).toBeVisible();
        await expect(page.getByRole('switch', { name: /^Mostrar inactiv[oa]s$/ })).toBeVisible();
        await expect(admin.button('Limpiar filtros').first()).toBeVisible();
        await expect(admin.button('Siguiente')).toBeVisible();
      });
      const press = async (label: string) => {
        await panel.getByRole('button', { name: label, exact: true }).click();
        if (label === 'Desactivar' && route === 'branches') await admin.button(`Desactivar ${it}`).click();
      };
      await verify(notSwitched[0], () =>
        withFault(line, createCallMatcher('PATCH', `/${route}/:id/status`), textlessError(), async () => {
          await press('Desactivar');
          await expectText(page, notSwitched[1]);
        }),
      );
      await verify('catalogs-5', async () => {
        await press('Desactivar');
        await expect(panel).toContainText(/Inactiv[ao]/);
        await press('Activar');
        await expect(panel).toContainText(/Activ[ao]/);
        await expect(panel.getByRole('button', { name: 'Desactivar', exact: true })).toBeVisible();
      });
      await verify('catalogs-7', () =>
        expect(page.getByRole('switch', { name: /^Mostrar inactiv[oa]s$/ })).toBeChecked(),
      );
      const rename = panel.getByRole('button', { name: 'Cambiar nombre' });
      if (!renaming) {
        await verify('catalogs-4', () => expect(rename).toHaveCount(0));
        return;
      }
      await rename.click();
      const [button, notRenamed] = renaming;
      await verify('catalogs-14', async () => {
        await admin.text('Nombre nuevo').fill(' ');
        await admin.button('Guardar').click();
        await expectText(page, 'El nombre no puede estar vacío.');
      });
      await verify(notRenamed[0], () =>
        withFault(line, createCallMatcher('PATCH', `/${route}/:id`), textlessError(), async () => {
          await admin.text('Nombre nuevo').fill(`${name} II`);
          await admin.button('Guardar').click();
          await expectText(page, notRenamed[1]);
        }),
      );
      await verify(button, async () => {
        await admin.button('Guardar').click();
        await expect(admin.panel(`${name} II`)).toBeVisible();
      });
    },
  );

test(
  'the catalogue overview shows the totals, and the app keeps the query of the address when the user changes the catalogue',
  { tag: '@short' },
  async ({ admin, line, page }) => {
    await verify('catalogs-6', async () => {
      for (const { title } of AUDITED_CATALOGS) {
        const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
        await expect(card).toContainText(/Total\s*\d+/);
        await expect(card).toContainText(/Activ[ao]s\s*\d+/);
      }
    });
    await verify('routes-20', async () => {
      await admin.desk.open('/admin/catalogs/exams?de=prueba#lista');
      await page
        .getByRole('navigation', { name: 'Catálogos' })
        .getByRole('link', { name: 'Médicos' })
        .click();
      await expect(page).toHaveURL(`${line.origin}/admin/catalogs/doctors?de=prueba#lista`);
    });
    await verify('catalogs-43', async () => {
      await withFault(line, createCallMatcher('GET', '/catalogs/overview'), textlessError(), async () => {
        await admin.desk.open('/admin/catalogs');
        await expectText(page, 'No se pudieron cargar los totales.');
      });
      await admin.button('Reintentar').click();
      await expect(page.getByText('No se pudieron cargar los totales.')).toHaveCount(0);
    });
  },
);

test('the catalogue form shows the server’s message about a field next to that field', async ({
  admin,
  line,
  page,
}) => {
  const refused = baseContractError(422, {
    message: 'Revisa los datos.',
    details: [
      { field: 'code', message: 'Ese código ya existe.' },
      { field: 'code', message: 'Además es corto.' },
    ],
  });
  for (const { route, create, values, required } of AUDITED_CATALOGS.slice(0, 2))
    await withFault(line, createCallMatcher('POST', `/${route}`), refused, async () => {
      await admin.desk.open(`/admin/catalogs/${route}/new`);
      await admin.isTitled(create);
      await admin.enter(values);
      await admin.button('Crear').click();
      await verify('catalogs-48', () => expectText(page, 'Ese código ya existe.'));
      await verify('catalogs-13', async () => {
        if (route !== 'companies') return;
        await expectText(page, 'Corrige los campos marcados antes de continuar.');
        await expect(admin.text('Código')).toHaveAccessibleDescription(/Ese código ya existe\./);
        await expect(page.getByText('Además es corto.')).toHaveCount(0);
      });
      expect(required[1]).not.toBe('');
    });
});

test('the catalogue screen shows a message when the filters hide the open row or the row cannot be loaded', async ({
  admin,
  clinic,
  line,
  page,
}) => {
  const NOBODY = '00000000-0000-4000-8000-000000000000';
  const checkHidesInactive = async (id: StatementId, route: string, table: string, text: string) => {
    const [{ name } = { name: '' }] = await clinic.query<{ name: string }>(
      `update ${table} set is_active = false where id = (select id from ${table} order by name limit 1) returning name`,
    );
    await verify(id, async () => {
      await admin.desk.open(`/admin/catalogs/${route}`);
      await admin.row(name).click();
      await expect(admin.panel(name)).toBeVisible();
      await page.getByRole('switch', { name: /^Mostrar inactiv[oa]s$/ }).click();
      await expectText(page, text);
    });
    await clinic.query(`update ${table} set is_active = true where name = $1`, [name]);
  };
  await checkHidesInactive(
    'catalogs-39',
    'evaluation-types',
    'evaluation_types',
    'El tipo seleccionado no está disponible con los filtros actuales.',
  );
  await checkHidesInactive(
    'catalogs-40',
    'exams',
    'exams',
    'El examen seleccionado no está disponible con los filtros aplicados.',
  );
  await checkHidesInactive(
    'catalogs-41',
    'doctors',
    'doctors',
    'El médico seleccionado no está disponible con los filtros aplicados.',
  );
  const missing = (id: StatementId, route: string, text: string) =>
    verify(id, async () => {
      await admin.desk.open(`/admin/catalogs/${route}/${NOBODY}`);
      await expectText(page, text);
    });
  await missing(
    'catalogs-42',
    'evaluation-types',
    'No se encontró el tipo seleccionado con los filtros aplicados.',
  );
  await missing(
    'catalogs-40',
    'exams',
    'El examen seleccionado no está disponible con los filtros aplicados.',
  );
  await missing(
    'catalogs-41',
    'doctors',
    'El médico seleccionado no está disponible con los filtros aplicados.',
  );
  for (const [id, route, text] of [
    ['catalogs-37', 'companies', 'No se pudo cargar la empresa seleccionada.'],
    ['catalogs-38', 'branches', 'No se pudo cargar la sede seleccionada.'],
  ] as const)
    await withFault(line, createCallMatcher('GET', `/${route}/:id`), textlessError(), () =>
      missing(id, route, text),
    );
});

test('the catalogue screen sends the default list query, and keeps the filters after a reload', async ({
  admin,
  page,
}) => {
  for (const [id, route, word] of [
    ['catalogs-46', 'companies', 'Flores'],
    ['catalogs-45', 'branches', 'Bogotá'],
  ] as const) {
    // The pattern excludes requests for pages of 100 rows, because the device sends those to refresh its catalogue cache.
    const listPattern = new RegExp(`/api/v1/${route}\\?(?!.*pageSize=100)`);
    const asked = page.waitForRequest((request) => listPattern.test(request.url()));
    await admin.desk.open(`/admin/catalogs/${route}`);
    const query = new URL((await asked).url()).searchParams;
    await verify('catalogs-47', () =>
      expect(Object.fromEntries(query)).toMatchObject({ page: '1', pageSize: '20', sort: 'name' }),
    );
    await verify('catalogs-49', () => expect(query.get('includeInactive')).toBe('true'));
    const searched = page.waitForRequest((request) => request.url().includes(word.normalize().slice(0, 5)));
    await page.getByRole('textbox', { name: /^Buscar/ }).fill(word);
    await verify('catalogs-49', async () =>
      expect(new URL((await searched).url()).searchParams.get('query')).toBe(word),
    );
    await page.getByRole('switch', { name: /^Mostrar inactiv[oa]s$/ }).click();
    await verify('catalogs-1', () =>
      expect(page.getByRole('list', { name: 'Filtros puestos' }).getByRole('button')).toHaveCount(2),
    );
    await verify(id, async () => {
      await page.reload();
      await expect(page.getByRole('textbox', { name: /^Buscar/ })).toHaveValue(word);
      await expect(page.getByRole('switch', { name: /^Mostrar inactiv[oa]s$/ })).not.toBeChecked();
    });
  }
});
