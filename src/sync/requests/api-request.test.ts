import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sendRequest } from './api-request.ts';

const mocks = vi.hoisted(() => ({
  transport: vi.fn(),
  expireSession: vi.fn(() => Promise.resolve()),
  readSignedInState: vi.fn(),
  revalidateSession: vi.fn(() => Promise.resolve()),
}));
vi.mock('../api/api-client.ts', () => ({ transport: mocks.transport }));
vi.mock('../session/session.ts', () => ({ revalidateSession: mocks.revalidateSession }));
vi.mock('#storage/account/accounts.ts', () => ({
  expireSession: mocks.expireSession,
  readSignedInState: mocks.readSignedInState,
}));

const rejectWith = (status: number) =>
  mocks.transport.mockResolvedValue({
    type: 'error',
    refusal: { status, code: null, message: 'No tienes permiso.', details: [] },
    retryAfter: null,
  });

beforeEach(() => {
  vi.clearAllMocks();
  mocks.readSignedInState.mockResolvedValue({ userId: 'ana', gate: 'open' });
});

describe('S9 requests of screens', () => {
  it('P2.21 a request that the server rejects with 403 refreshes the account and keeps the session', async () => {
    rejectWith(403);
    expect(await sendRequest('ownBranch')).toMatchObject({ type: 'error', refusal: { status: 403 } });
    expect(mocks.revalidateSession).toHaveBeenCalledOnce();
    expect(mocks.expireSession).not.toHaveBeenCalled();
  });

  it('S9 a request that the server rejects with 401 ends the session of the signed-in user', async () => {
    rejectWith(401);
    await sendRequest('ownBranch');
    expect(mocks.expireSession).toHaveBeenCalledExactlyOnceWith('ana');
    expect(mocks.revalidateSession).not.toHaveBeenCalled();
  });

  it('S9 a request that the server rejects with 409 neither ends the session nor refreshes the account', async () => {
    rejectWith(409);
    await sendRequest('ownBranch');
    expect(mocks.expireSession).not.toHaveBeenCalled();
    expect(mocks.revalidateSession).not.toHaveBeenCalled();
  });

  it('D2 after an offline sign-in that the server has not confirmed, the device sends no request', async () => {
    mocks.readSignedInState.mockResolvedValue({ userId: 'ana', gate: 'offline' });
    expect(await sendRequest('ownBranch')).toEqual({ type: 'silence', cause: 'no_answer' });
    expect(mocks.transport).not.toHaveBeenCalled();
  });
});
