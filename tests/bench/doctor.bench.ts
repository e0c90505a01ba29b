import { test } from '@playwright/test';
import { createReportInput, SAMPLE_SIGNED_VERSION } from '#tests/support/documents/report-sample.ts';
import { signInForRequests } from '#tests/support/server/server-calls.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { median, formatMs, formatRatio, formatTable, measureMs, writeSection } from './support/report.ts';
import { linkBenchDoctor, createReadyEvaluation, signAsBenchDoctor } from './support/visit.ts';

const ROUNDS = 25;
const WARM_UP_ROUNDS = 3;

let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.destroy());

async function measureMedianMsOverIds(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (const id of ids) times.push(await measureMs(() => work(id)));
  return median(times.slice(WARM_UP_ROUNDS));
}

test('the benchmark measures signing and reading an evaluation, relative to the smallest call of the same session', async () => {
  const send = await signInForRequests(server, 'admin@alisos.demo');
  await linkBenchDoctor(send);
  const sample = await createReportInput();
  const ids: string[] = [];
  for (let nth = 0; nth < WARM_UP_ROUNDS + ROUNDS; nth += 1) {
    const identification_number = `99980${String(nth).padStart(5, '0')}`;
    ids.push(
      await createReadyEvaluation(send, sample, { ...SAMPLE_SIGNED_VERSION.patient, identification_number }),
    );
  }
  const smallest = await measureMedianMsOverIds(ids, () => send('GET', '/auth/me'));
  const row = (what: string, time: number) => [what, formatMs(time), formatRatio(time, smallest)];
  const rows = [
    row('the session, read', smallest),
    row(
      'an evaluation with four exams, eight notes and two pictures, open',
      await measureMedianMsOverIds(ids, (id) => send('GET', `/evaluations/${id}`)),
    ),
    row(
      'signing it, after the list of doctors',
      await measureMedianMsOverIds(ids, (id) => signAsBenchDoctor(send, id)),
    ),
    row('the same, closed', await measureMedianMsOverIds(ids, (id) => send('GET', `/evaluations/${id}`))),
  ];
  writeSection(
    19,
    'Signing, and an evaluation whole',
    [
      'Each signature is of a different evaluation, one after the other. Signing locks the row and writes the snapshot, its digest, the next number and the log entry. The server then renders the concept in the background.',
      '',
      ...formatTable(['call', `median of ${ROUNDS}`, 'against the session'], rows),
    ],
    [['open evaluation, read; signed', `${rows[1]?.[1] ?? ''}; ${rows[2]?.[1] ?? ''}`, '']],
  );
});
