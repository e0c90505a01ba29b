import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { API_BASE } from '#contract/routes/routes.ts';
import type { User } from '#contract/records/people/users.ts';
import { readAccount } from '#storage/account/accounts.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { createErrorResponse } from '#tests/support/device/servers/session-server.ts';
import { Rejected } from '../../requests/api-request.ts';
import {
  createUser,
  fetchUser,
  fetchUsers,
  createPasswordResetToken,
  setUserBranch,
  setUserStatus,
} from './users.ts';

interface RecordedRequest {
  readonly line: string;
  readonly ifMatch: string | null;
  readonly body: unknown;
}
let requests: RecordedRequest[];
let createResponse: (line: string) => Response;

const numberedUuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const createUserRow = (n: number, patch: Partial<User> = {}): User => ({
  id: numberedUuid(n),
  email: `u${n}@clinica.test`,
  display_name: `Persona ${n}`,
  status: 'active',
  branch_id: null,
  last_login_at: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  actions: [],
  revision: 3,
  ...patch,
});

beforeEach(async () => {
  requests = [];
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['user_management']);
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const line = `${init.method} ${address.slice(API_BASE.length)}`;
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined;
    requests.push({ line, ifMatch: new Headers(init.headers).get('if-match'), body });
    return Promise.resolve().then(() => createResponse(line));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('P7 user administration', () => {
  it('P5.1 P7.26 the request for the list of users contains only parameters that are set', async () => {
    createResponse = () => Response.json({ items: [], total_count: 0, page: 1, page_size: 20 });
    await fetchUsers({ q: '  ', status: 'all', direction: 'asc' }, 1);
    await fetchUsers({ q: ' zoe ', status: 'invited', direction: 'desc' }, 2);
    expect(requests.map(({ line }) => line)).toEqual([
      'GET /admin/users?page=1&pageSize=20&sort=display_name&direction=asc',
      'GET /admin/users?query=zoe&page=2&pageSize=20&sort=display_name&direction=desc&status=invited',
    ]);
  });

  it('the search for a single user reads the list page by page up to the last page', async () => {
    createResponse = (line) => {
      const page = Number(/page=(\d+)/.exec(line)?.[1]);
      const items = page === 1 ? [createUserRow(1)] : page === 2 ? [createUserRow(2)] : [];
      return Response.json({ items, total_count: 2, page, page_size: 1 });
    };
    expect((await fetchUser(numberedUuid(2)))?.display_name).toBe('Persona 2');
    expect(requests).toHaveLength(2);
    expect(await fetchUser(numberedUuid(9))).toBeNull();
    expect(requests).toHaveLength(4);
  });

  it("the request to change a user contains the user's revision, if the user has one", async () => {
    createResponse = () => Response.json(createUserRow(1));
    await setUserStatus(createUserRow(1), { status: 'suspended', reason: 'Se fue' });
    await setUserBranch(createUserRow(1, { revision: undefined }), BRANCH_ID);
    expect(requests).toEqual([
      {
        line: `PATCH /admin/users/${numberedUuid(1)}/status`,
        ifMatch: '"r3"',
        body: { status: 'suspended', reason: 'Se fue' },
      },
      { line: `PUT /admin/users/${numberedUuid(1)}/branch`, ifMatch: null, body: { branch_id: BRANCH_ID } },
    ]);
  });

  it('the result of changing a user distinguishes an outdated revision, a rejection and no response', async () => {
    const suspend = () => setUserStatus(createUserRow(1), { status: 'suspended', reason: undefined });
    createResponse = () => createErrorResponse(412, 'precondition_failed');
    expect(await suspend()).toEqual({ type: 'stale' });
    createResponse = () => createErrorResponse(409, 'self_lockout');
    expect(await suspend()).toMatchObject({
      type: 'refused',
      refusal: { code: 'self_lockout', message: 'No' },
    });
    createResponse = () => {
      throw new TypeError('no network');
    };
    expect(await suspend()).toEqual({ type: 'unreachable', cause: 'no_answer' });
  });

  it('creating an invitation or a reset link returns the token from the server’s response', async () => {
    createResponse = () => Response.json({ ...createUserRow(1), invite_token: 'i' }, { status: 201 });
    const body = { email: 'z@z.co', display_name: 'Z', status: 'invited', branch_id: null } as const;
    expect(await createUser({ ...body, send_invitation: true, actions: [] })).toMatchObject({
      body: { invite_token: 'i' },
    });
    createResponse = () => Response.json({ reset_token: 'r' });
    expect(await createPasswordResetToken(createUserRow(1))).toMatchObject({ type: 'saved', body: 'r' });
  });
});

describe('P6.9 permission that is revoked while a screen is open', () => {
  it('after a 403 response the device requests the account from the server and stores the remaining permissions', async () => {
    createResponse = (line) =>
      line === 'GET /auth/me'
        ? Response.json({
            user_id: ANA_ID,
            display_name: 'Ana',
            branch_id: BRANCH_ID,
            actions: ['view_dashboard'],
          })
        : createErrorResponse(403, 'forbidden');
    await expect(fetchUsers({ q: '', status: 'all', direction: 'asc' }, 1)).rejects.toThrow(Rejected);
    expect((await readAccount())?.actions).toEqual(['view_dashboard']);
  });
});
