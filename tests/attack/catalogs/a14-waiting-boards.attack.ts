import assert from 'node:assert/strict';
import { CreatedWaitingBoard, WORKING_BOARDS_MAX } from '#contract/records/waiting-room.ts';
import { newToken } from '#server/platform/access/session-token.ts';
import { MAX_UNKNOWN_BOARDS_PER_CLIENT } from '#server/platform/http/callers/public-limits.ts';
import { PLANTED_PATIENT } from '#tests/fuzz/values.ts';
import type { Attack, AttackResponse, AttackScale, AttackWorld } from '../attack.ts';

const GUESS_COUNTS: Record<AttackScale, number> = { short: 80, whole: 600 };
const CALL_COUNT = 40;
const INVALID_ROOMS: readonly unknown[] = ['', '   ', 'x'.repeat(10_000), 7, null, ['Consultorio 2'], {}];

const countStatus = (responses: readonly AttackResponse[], status: number): number =>
  responses.filter((one) => one.status === status).length;

async function createBoard(world: AttackWorld, shows: string): Promise<string> {
  const { status, body } = await world.call('admin', 'POST', '/waiting-boards', {
    json: { label: 'Sala', shows },
  });
  assert.equal(status, 201, `An administrator creates no board (${status}).`);
  return CreatedWaitingBoard.parse(JSON.parse(body.toString())).token;
}

const viewBoard = (world: AttackWorld, token: string): Promise<AttackResponse> =>
  world.call('anonymous', 'GET', '/board', { headers: { 'x-board-token': token } });

/** Guesses tokens from one address. The server must limit the guesses and still show the working board at that address. */
async function guessTokens(world: AttackWorld, token: string, scale: AttackScale): Promise<string> {
  const guesses = await Promise.all(
    Array.from({ length: GUESS_COUNTS[scale] }, () => viewBoard(world, newToken())),
  );
  const tried = countStatus(guesses, 404);
  assert.equal(tried + countStatus(guesses, 429), guesses.length, 'A guess has another status.');
  assert.ok(tried <= MAX_UNKNOWN_BOARDS_PER_CLIENT, `${tried} guesses of one address were tried.`);
  const { status } = await viewBoard(world, token);
  assert.equal(status, 200, `The guesses of others stop a working board (${status}).`);
  return `${guesses.length} tokens guessed, ${tried} tried`;
}

/** Calls patients without permission, from another branch, with invalid rooms, and without end. */
async function callWithoutRight(world: AttackWorld): Promise<string> {
  const path = `/evaluations/${world.names['evaluations.0']}/call`;
  const callPatient = async (who: Parameters<AttackWorld['call']>[0], room: unknown) =>
    (await world.call(who, 'POST', path, { json: { room } })).status;
  for (const [who, expected] of [
    ['anonymous', 401],
    ['nobody', 403],
    ['desk', 403],
    ['deliverer', 403],
    ['doctorMedellin', 404],
  ] as const)
    assert.equal(await callPatient(who, 'Consultorio 2'), expected, `${who} calls a patient.`);
  for (const room of INVALID_ROOMS)
    assert.equal(
      await callPatient('doctor', room),
      400,
      `The room ${JSON.stringify(room).slice(0, 40)} is called.`,
    );
  let called = 0;
  for (let nth = 0; nth < CALL_COUNT; nth += 1)
    if ((await callPatient('doctor', `C${nth}`)) === 200) called += 1;
  assert.ok(called > 0 && called < CALL_COUNT, `${called} of ${CALL_COUNT} calls of one patient are stored.`);
  return `${called} of ${CALL_COUNT} calls of one patient stored`;
}

/** A board of queue numbers must contain nothing about the patient. */
async function readPatientOnBoard(world: AttackWorld, token: string): Promise<void> {
  const text = (await viewBoard(world, token)).body.toString();
  for (const secret of [
    ...PLANTED_PATIENT.name.split(' '),
    PLANTED_PATIENT.number,
    world.names['evaluations.0'],
  ])
    assert.ok(secret !== undefined && !text.includes(secret), 'A board of queue numbers names a patient.');
}

async function createBoardsConcurrently(world: AttackWorld): Promise<string> {
  await Promise.all(
    Array.from({ length: 2 * WORKING_BOARDS_MAX }, () =>
      world.call('admin', 'POST', '/waiting-boards', { json: { label: 'Otra', shows: 'queue_numbers' } }),
    ),
  );
  const { rows } = await world.target.pool.query<{ n: number }>(
    'select count(*)::integer as n from waiting_boards where revoked_at is null',
  );
  assert.ok((rows[0]?.n ?? 0) <= WORKING_BOARDS_MAX, `A branch has ${rows[0]?.n} working boards.`);
  return `${rows[0]?.n} boards of ${2 * WORKING_BOARDS_MAX} at once`;
}

export const attack: Attack = {
  finding: 'A14',
  title: 'no link of a board is guessed, no board names a patient unasked, and calls and boards are bounded',
  run: async (world, scale) => {
    const numbersOnly = await createBoard(world, 'queue_numbers');
    await createBoard(world, 'first_names');
    const calls = await callWithoutRight(world);
    await readPatientOnBoard(world, numbersOnly);
    return [await guessTokens(world, numbersOnly, scale), calls, await createBoardsConcurrently(world)];
  },
};
