import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserList } from '#contract/records/people/users.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { emailOf } from '../support/clinic.ts';
import {
  type Caller,
  type Server,
  responseOf,
  fieldProblemsOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';
import { createUser, nextEmail, postUser, WIDE_SIGN_IN_LIMITS } from '../support/users.ts';

let server: Server;
let admin: Caller;
let globalAdministrator: Caller;
beforeAll(async () => {
  server = await startServer('users', { signInLimits: WIDE_SIGN_IN_LIMITS });
  admin = await server.as('admin');
  globalAdministrator = await server.as('global');
});
afterAll(() => server.stop());

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('P7.37 GET /admin/users', () => {
  const list = async (query = '') => responseOf(UserList, await admin.get(`/admin/users${query}`));
  const names = async (query: string) => (await list(query)).items.map(({ display_name }) => display_name);
  beforeAll(async () => {
    const { pool } = server.database;
    const rows = [
      ['zz-1@lista.demo', 'Ñañez Lista', '2026-01-03', null],
      ['zz-3@lista.demo', 'Nariño Lista', '2026-01-01', '2026-03-01'],
      ['zz-2@lista.demo', 'Álvarez Lista', '2026-01-02', '2026-02-01'],
    ];
    for (const row of rows)
      await pool.query(
        `insert into users (id, email, display_name, status, vault_key, created_at, last_login_at)
         values (gen_random_uuid(), $1, $2, 'active', decode(repeat('00', 32), 'hex'), $3, $4)`,
        row,
      );
  });
  const ALPHABETIC = ['Álvarez Lista', 'Nariño Lista', 'Ñañez Lista'];

  it('P3.12 the list of users contains all data of a user, and no secrets', async () => {
    const reply = await admin.get(`/admin/users?q=${emailOf('desk')}`);
    const { items, total_count } = responseOf(UserList, reply);
    expect(total_count).toBe(1);
    expect(items[0]).toMatchObject({
      id: server.clinic.users.desk,
      email: emailOf('desk'),
      display_name: 'Persona desk',
      status: 'active',
      branch_id: server.clinic.branches.bogota,
      actions: ['register_patients'],
      revision: 1,
    });
    for (const secret of ['argon2', 'password', 'vault']) expect(reply.body).not.toContain(secret);
  });

  it('P7.37 P9.2 the list of users is sorted by name in Spanish order by default', async () => {
    expect(await names('?q=lista')).toEqual(ALPHABETIC);
    expect(await names('?q=lista&sort=no_such')).toEqual(ALPHABETIC);
    expect(await names('?q=lista&sort=constructor')).toEqual(ALPHABETIC);
    expect(await names('?q=lista&direction=desc')).toEqual([...ALPHABETIC].reverse());
  });

  it.each([
    ['email', ['Ñañez Lista', 'Álvarez Lista', 'Nariño Lista']],
    ['created_at', ['Nariño Lista', 'Álvarez Lista', 'Ñañez Lista']],
    ['last_login_at', ['Álvarez Lista', 'Nariño Lista', 'Ñañez Lista']],
    ['last_login_at&direction=desc', ['Nariño Lista', 'Álvarez Lista', 'Ñañez Lista']],
  ])('the list of users can be sorted by %s, with users who never signed in last', async (sort, order) => {
    expect(await names(`?query=lista&sort=${sort}`)).toEqual(order);
  });

  it('P7.37 the list of users can be searched by name and mail address, without case or accents', async () => {
    for (const q of ['alvarez', 'ÁLV lis', 'zz-2@', 'nanez zz-1'])
      expect(await names(`?q=${encodeURIComponent(q)}`)).toHaveLength(1);
    expect(await names('?q=%25')).toEqual([]);
  });

  it.each(['active', 'suspended', 'invited'] as const)(
    'the list of users can be filtered by status %s',
    async (status) => {
      const { items } = await list(`?status=${status}&pageSize=100`);
      expect(new Set(items.map((user) => user.status))).toEqual(new Set([status]));
    },
  );

  it('the list of users includes every status when the status filter is ALL or empty', async () => {
    const { total_count } = await list();
    expect([(await list('?status=ALL')).total_count, (await list('?status=')).total_count]).toEqual([
      total_count,
      total_count,
    ]);
  });

  it('the list of users is returned in pages', async () => {
    const { items, ...rest } = await list('?q=lista&page=2&page_size=2');
    expect([items.length, rest]).toEqual([1, { total_count: 3, page: 2, page_size: 2 }]);
  });

  it.each(['status=otro', 'page=0', 'page_size=101', 'direction=up', 'q=%00'])(
    'the list of users rejects the query ?%s',
    async (query) => {
      const reply = await admin.get(`/admin/users?${query}`);
      expect([reply.statusCode, Object.keys(fieldProblemsOf(reply)).length]).toEqual([400, 1]);
    },
  );
});

describe('P7.38 POST /admin/users', () => {
  it('P7.38 a new user is invited by default: no password is set, and the administrator receives a link', async () => {
    const reply = await postUser(admin, {
      email: '  Nueva.Uno@Prueba.demo ',
      actions: ['view_dashboard', 'register_patients'],
    });
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toMatchObject({
      email: 'nueva.uno@prueba.demo',
      status: 'invited',
      branch_id: null,
      actions: ['register_patients', 'view_dashboard'],
      last_login_at: null,
      revision: 1,
    });
    expect(reply.json<{ invite_token: string }>().invite_token).toMatch(/^[\w-]{43}$/);
  });

  it.each(['active', 'suspended'])(
    'P4.18 the server returns no invitation for a user created as %s',
    async (status) => {
      expect((await createUser(admin, { status })).invite_token).toBeUndefined();
    },
  );

  it('D2 the server creates a separate data key for each user', async () => {
    const [one, two] = [await createUser(admin), await createUser(admin)];
    const { rows } = await server.database.pool.query<{ key: Buffer }>(
      'select vault_key as key from users where id in ($1, $2)',
      [one.id, two.id],
    );
    expect([rows[0]?.key.length, rows[0]?.key.equals(rows[1]?.key ?? Buffer.alloc(0))]).toEqual([32, false]);
  });

  it('the server rejects a new user whose mail address is in use, also when two requests arrive at once', async () => {
    const taken = await postUser(admin, { email: emailOf('desk').toUpperCase() });
    expect(rejectionOf(taken)).toEqual([409, 'email_taken']);
    expect(fieldProblemsOf(taken)).toEqual({ email: 'Ya existe un usuario con este correo.' });
    const email = nextEmail();
    const replies = await Promise.all([postUser(admin, { email }), postUser(globalAdministrator, { email })]);
    expect(statusesOf(replies)).toEqual([201, 409]);
  });

  it.each([
    [{ email: '' }, { email: 'Ingresa el correo electrónico.' }],
    [{ email: 'sin arroba' }, { email: 'Escribe un correo válido, como nombre@clinica.com.' }],
    [{ display_name: ' ' }, { display_name: 'Completa los campos obligatorios.' }],
    [{ display_name: 'x'.repeat(300) }, { display_name: 'Máximo 120 caracteres.' }],
  ])('the server rejects a new user with %j and reports the error at the field', async (fields, problems) => {
    const reply = await postUser(admin, fields);
    expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([400, problems]);
  });

  it.each([{ status: 'deleted' }, { actions: ['root'] }, { branch_id: 'x' }])(
    'the server rejects a new user with the unknown value %j',
    async (fields) => {
      expect(rejectionOf(await postUser(admin, fields))).toEqual([400, 'validation_failed']);
    },
  );

  it('an administrator with an active branch creates users of that branch or of none', async () => {
    const { bogota, medellin } = server.clinic.branches;
    expect((await createUser(admin, { branch_id: bogota })).branch_id).toBe(bogota);
    expect((await createUser(admin, { branch_id: null })).branch_id).toBeNull();
    expect(rejectionOf(await postUser(admin, { branch_id: medellin }))).toEqual([403, 'branch_forbidden']);
  });

  it('an administrator in global mode can create users in every branch that is not deactivated', async () => {
    const { bogota, medellin, closed } = server.clinic.branches;
    for (const branch_id of [bogota, medellin])
      expect((await createUser(globalAdministrator, { branch_id })).branch_id).toBe(branch_id);
    for (const branch_id of [closed, UNKNOWN_ID]) {
      const reply = await postUser(globalAdministrator, { branch_id });
      expect([reply.statusCode, fieldProblemsOf(reply)]).toEqual([
        400,
        { branch_id: 'La sede seleccionada ya no está disponible.' },
      ]);
    }
  });

  it('the server stores nothing of a rejected new user', async () => {
    const email = nextEmail();
    await postUser(globalAdministrator, { email, branch_id: UNKNOWN_ID });
    const { rows } = await server.database.pool.query('select 1 from users where email = $1', [email]);
    expect(rows).toEqual([]);
  });

  it('the log entry of a new user has ids and codes, but no name or address', async () => {
    const { bogota } = server.clinic.branches;
    let id = '';
    const lines = await collectNewLogEntries(server, async () => {
      ({ id } = await createUser(admin, { branch_id: bogota, actions: ['view_dashboard'] }));
    });
    expect(lines).toEqual([
      [
        'user_created',
        'done',
        { user_id: id, status: 'invited', actions: ['view_dashboard'], branch_id: bogota },
      ],
    ]);
  });
});
