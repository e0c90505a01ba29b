import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { wasBranchChoiceDismissed } from '#storage/account/branch-offer.ts';
import { db } from '#storage/database/database.ts';
import { ANA_ID, BRANCH_ID, confirmNewEntry, wipeDevice } from '#tests/support/device/device.ts';
import {
  respondWithSession,
  emailOfUserId,
  createErrorResponse,
  sessionOf,
  stubServer,
  failAsUnreachable,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { findActiveBranches, setActiveBranch } from './branches.ts';
import { readBrand, refreshBranding } from './branding.ts';
import { setDrainRequester } from '../../outbox/outbox.ts';
import { readAccount, revalidateSession, signOut } from '../../session/session.ts';
import { signIn } from '../../session/sign-in.ts';

const OTHER_BRANCH_ID = '44444444-4444-4444-8444-444444444444';
const LOGO_BYTES = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);

function createClinicServerStub() {
  const state = { branchId: BRANCH_ID as string | null, hash: 'h1', logos: 0 };
  const respond: SessionServer['respond'] = async (path, request) => {
    if (path.endsWith('/me/branch/active')) {
      state.branchId = ((await request.json()) as { branch_id: string | null }).branch_id;
      return Response.json({ ...sessionOf(ANA_ID), branch_id: state.branchId });
    }
    if (path.endsWith('/me/branding'))
      return Response.json({
        branch_id: state.branchId,
        branch_name: state.branchId && `Sede ${state.branchId[0]}`,
        company_name: state.branchId && 'IPS Demo',
        has_logo: state.branchId === BRANCH_ID,
        logo_hash: state.branchId === BRANCH_ID ? state.hash : null,
      });
    if (path.endsWith('/me/branch/logo')) {
      state.logos += 1;
      return new Response(LOGO_BYTES, { headers: { 'content-type': 'image/png' } });
    }
    if (path.endsWith('/auth/me')) return Response.json({ ...sessionOf(ANA_ID), branch_id: state.branchId });
    return respondWithSession(ANA_ID)(path, request);
  };
  return { state, respond };
}

let clinicStub: ReturnType<typeof createClinicServerStub>;
let server: SessionServer;

async function readStoredBrand() {
  const account = await readAccount();
  return account && readBrand(account);
}

beforeEach(async () => {
  await wipeDevice();
  setDrainRequester(() => undefined);
  clinicStub = createClinicServerStub();
  server = stubServer(clinicStub.respond);
  await signIn(emailOfUserId(ANA_ID), 'Clave-2026');
  await refreshBranding();
});
afterEach(() => vi.unstubAllGlobals());

describe('P7.22 branding of the active branch', () => {
  it("P2.18 the device stores the branch's name and logo for a start without network", async () => {
    server.respond = failAsUnreachable;
    const brand = await readStoredBrand();
    expect(brand?.branding).toMatchObject({ company_name: 'IPS Demo', branch_name: 'Sede 3' });
    expect(new Uint8Array(brand?.logo?.bytes ?? new ArrayBuffer(0))).toEqual(LOGO_BYTES);
  });

  it('the device fetches the logo again only after it changed', async () => {
    await refreshBranding();
    expect(clinicStub.state.logos).toBe(1);
    clinicStub.state.hash = 'h2';
    await refreshBranding();
    expect(clinicStub.state.logos).toBe(2);
  });

  it('D4 signing out deletes the branding from the device', async () => {
    await signOut();
    expect(await db.device.bulkGet(['branding', 'logo'])).toEqual([undefined, undefined]);
  });

  it('P10.77 D2 an offline sign-in restores the branch name, which cannot be decrypted without the password', async () => {
    await signIn(emailOfUserId(ANA_ID), 'Clave-2026'); // The second sign-in happens in an open session, before the device has fetched the branch name again.
    await signOut();
    const left = await Promise.all([db.device, db.deviceKeys].map((table) => table.toArray()));
    const decodeBuffers = (_key: string, value: unknown) =>
      value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value;
    expect(JSON.stringify(left, decodeBuffers)).not.toContain('Sede 3');
    server.respond = failAsUnreachable;
    vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } });
    expect(await signIn(emailOfUserId(ANA_ID), 'Clave-2026')).toMatchObject({ account: { gate: 'offline' } });
    expect(await readStoredBrand()).toMatchObject({ branding: { branch_name: 'Sede 3' }, logo: null });
  });

  it('P10.77 D2 an offline sign-in restores the branding of the branch that was chosen last', async () => {
    await setActiveBranch(OTHER_BRANCH_ID);
    await signOut();
    server.respond = failAsUnreachable;
    await signIn(emailOfUserId(ANA_ID), 'Clave-2026');
    expect(await readStoredBrand()).toMatchObject({ branding: { branch_name: 'Sede 4' } });
  });

  it('P10.77 D2 an offline sign-in succeeds when the branch name cannot be decrypted', async () => {
    await signOut();
    await db.deviceKeys.toCollection().modify({ sealedFace: new ArrayBuffer(40) });
    server.respond = failAsUnreachable;
    expect(await signIn(emailOfUserId(ANA_ID), 'Clave-2026')).toMatchObject({ type: 'signed_in' });
    expect(await readStoredBrand()).toBeNull();
  });
});

describe('P2 choice of the active branch', () => {
  it('choosing a branch updates account, branch name and logo before the call returns; the previous logo is never shown', async () => {
    expect(await setActiveBranch(OTHER_BRANCH_ID)).toEqual({ type: 'changed' });
    expect((await readAccount())?.branchId).toBe(OTHER_BRANCH_ID);
    expect(await readStoredBrand()).toMatchObject({ branding: { branch_name: 'Sede 4' }, logo: null });
  });

  it('P4 choosing no branch sets the global mode, and the app does not offer the choice again automatically', async () => {
    expect(await wasBranchChoiceDismissed()).toBe(false);
    expect(await setActiveBranch(null)).toEqual({ type: 'changed' });
    expect((await readAccount())?.branchId).toBeNull();
    expect((await readStoredBrand())?.branding.branch_name).toBeNull();
    expect(await wasBranchChoiceDismissed()).toBe(true);
    await signOut();
    expect(await wasBranchChoiceDismissed()).toBe(false);
  });

  it('S14 an entry stays in the branch for which it was confirmed when the user chooses another branch', async () => {
    const entryId = await confirmNewEntry('9999000017');
    await setActiveBranch(OTHER_BRANCH_ID);
    expect((await db.entries.get(entryId))?.branchId).toBe(BRANCH_ID);
  });

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
  ])(
    'P8.20 the active branch stays unchanged when the server rejects the choice with status %i',
    async (status, code) => {
      server.respond = (path, request) =>
        path.endsWith('/me/branch/active')
          ? createErrorResponse(status, code)
          : clinicStub.respond(path, request);
      expect(await setActiveBranch(OTHER_BRANCH_ID)).toMatchObject({ type: 'refused', refusal: { status } });
      expect((await readAccount())?.branchId).toBe(BRANCH_ID);
    },
  );

  it('when the server rejects a choice of branch with a 403, the device removes the permissions that the server has revoked', async () => {
    server.respond = (path, request) => {
      if (path.endsWith('/me/branch/active')) return createErrorResponse(403, 'forbidden');
      if (path.endsWith('/auth/me'))
        return Response.json({ ...sessionOf(ANA_ID), actions: ['view_dashboard'] });
      return clinicStub.respond(path, request);
    };
    await setActiveBranch(OTHER_BRANCH_ID);
    expect((await readAccount())?.actions).toEqual(['view_dashboard']);
  });

  it('when the response to a choice of branch is lost, the device requests the session and stores the branch that the session names', async () => {
    server.respond = async (path, request) => {
      const response = await clinicStub.respond(path, request);
      if (path.endsWith('/me/branch/active')) throw new TypeError('cut');
      return response;
    };
    expect(await setActiveBranch(OTHER_BRANCH_ID)).toEqual({ type: 'changed' });
    expect((await readAccount())?.branchId).toBe(OTHER_BRANCH_ID);
    server.respond = failAsUnreachable;
    expect(await setActiveBranch(BRANCH_ID)).toEqual({ type: 'unreachable', cause: 'no_answer' });
  });

  it('the device ignores a session check that began before a choice of branch', async () => {
    let respondToProbe = () => {};
    const held = new Promise<void>((resolve) => (respondToProbe = resolve));
    server.respond = async (path, request) => {
      if (!path.endsWith('/auth/me')) return clinicStub.respond(path, request);
      await held;
      return Response.json({ ...sessionOf(ANA_ID), branch_id: BRANCH_ID });
    };
    const looking = revalidateSession();
    await setActiveBranch(OTHER_BRANCH_ID);
    respondToProbe();
    await looking;
    expect((await readAccount())?.branchId).toBe(OTHER_BRANCH_ID);
  });

  it('S9 choosing a branch after the session has ended sets the session state to expired', async () => {
    server.respond = () => createErrorResponse(401, 'unauthenticated');
    expect(await setActiveBranch(OTHER_BRANCH_ID)).toEqual({ type: 'session_ended' });
    expect((await readAccount())?.gate).toBe('expired');
  });
});

it('P7.34 the branch search requests up to a hundred active branches, sorted by name', async () => {
  let asked = '';
  server.respond = (_path, request) => {
    asked = new URL(request.url).search;
    return Response.json({ items: [], total_count: 0, page: 1, page_size: 100 });
  };
  expect(await findActiveBranches('  ')).toEqual({ items: [], total: 0 });
  expect(asked).toBe('?page=1&pageSize=100&sort=name');
  await findActiveBranches(' medellín ');
  expect(asked).toBe('?query=medell%C3%ADn&page=1&pageSize=100&sort=name');
});
