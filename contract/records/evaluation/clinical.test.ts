import { describe, expect, it } from 'vitest';
import { CorrectionBody } from './corrections.ts';
import { SignBody } from './clinical.ts';

const doctor_id = '7c0e7c0e-7c0e-4c0e-8c0e-7c0e7c0e7c0e';
const rejectedFieldPaths = ({
  error,
}: ReturnType<typeof SignBody.safeParse | typeof CorrectionBody.safeParse>) =>
  (error?.issues ?? []).map(({ path }) => path.join('.'));

describe('P10.275 P10.288 reasons for signing and for correcting', () => {
  it.each(['\u3164', '\u2800', '\u00ad'])(
    'P10.275 the server treats a signing reason that consists only of %j as missing',
    (blank) => {
      const reason = blank.repeat(12);
      const signed = SignBody.parse({
        doctor_id,
        as_another: { password: 'x', reason },
        confirmed: { disclosure_reason: reason },
      });
      expect([signed.as_another?.reason, signed.confirmed?.disclosure_reason]).toEqual([
        undefined,
        undefined,
      ]);
    },
  );

  it('P10.275 P10.288 the server does not count invisible characters when it checks the minimum length of a reason', () => {
    const reason = `a${'\u3164'.repeat(20)}`;
    expect(
      rejectedFieldPaths(SignBody.safeParse({ doctor_id, as_another: { password: 'x', reason } })),
    ).toEqual(['as_another.reason']);
    expect(rejectedFieldPaths(CorrectionBody.safeParse({ reason, additional_info: 'x' }))).toEqual([
      'reason',
    ]);
  });
});
