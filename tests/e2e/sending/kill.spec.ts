import type { FaultProxy, HeldRequest } from '#tests/support/faults/fault-proxy.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';
import { killWhileSending } from '../killed.ts';

const KILL_MOMENTS: readonly (readonly [when: string, hold: (line: FaultProxy) => HeldRequest])[] = [
  ['before the evaluation reaches the provider', (line) => line.hold({ kind: 'evaluation' }, 'before')],
  [
    'after the provider committed the evaluation, before its answer',
    (line) => line.hold({ kind: 'evaluation' }, 'after'),
  ],
  ['before the photo reaches the provider', (line) => line.hold({ kind: 'photo' }, 'before')],
  [
    'after the provider committed the photo, before its answer',
    (line) => line.hold({ kind: 'photo' }, 'after'),
  ],
  ['before the signature reaches the provider', (line) => line.hold({ kind: 'signature' }, 'before')],
  [
    'after the provider committed the signature, before its answer',
    (line) => line.hold({ kind: 'signature' }, 'after'),
  ],
];

test.describe('S3 S7 S13 browser killed while sending: each item delivered exactly once', () => {
  for (const [when, hold] of KILL_MOMENTS)
    // The default run has only the hardest cases: the server may have executed the request. Pictures are sent by the same code
    // as the evaluation, so the evaluation suffices.
    test(
      when,
      { tag: when.startsWith('after') && when.includes('the evaluation') ? [] : '@thorough' },
      async ({ tablet, rocio, line, clinic }) => {
        const { person, held } = await killWhileSending(tablet, rocio, () => hold(line));
        held.release();
        const { desk: after } = await tablet.switchOn();
        await after.open('/home');
        await expectDeliveredOnce(clinic, rocio, [person]);
        expect(new Set(line.sent().map(({ key }) => key)).size, 'a key an item, whoever sends it').toBe(3);
        await expect(after.syncState).toHaveText('Todo enviado');
      },
    );

  test(
    "when the browser is killed right after the tap on 'Confirmar', the device has either the draft or the entry, never both and never neither",
    { tag: '@landing' },
    async ({ tablet, rocio, clinic }) => {
      const { desk } = await tablet.startShift(rocio);
      const person = createVisitor();
      await desk.reachConfirmation(person);
      await desk.capture(await randomPhoto());
      await desk.confirm();
      await tablet.profile.kill();
      const { desk: after } = await tablet.switchOn();
      await after.open('/reception');
      const document = after.field('Número de identificación');
      await expect(after.confirmButton.or(document)).toBeVisible();
      // The moment of the kill determines whether the draft or the entry remains; both outcomes are correct.
      if (await after.confirmButton.isVisible()) await after.confirm();
      else await expect(document).toHaveValue('');
      await expectDeliveredOnce(clinic, rocio, [person]);
    },
  );
});
