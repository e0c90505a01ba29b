import { describe, expect, it } from 'vitest';
import { findUnmetSignerRequirement, signingModeOf, type SignerFacts } from './signer-rules.ts';

const facts: SignerFacts = {
  isOwn: false,
  isUserLinked: false,
  isDoctorLinked: false,
  isUnlinkedAllowed: true,
  isOwnOnly: false,
  licence: { type: 'valid' },
};

describe('P10.131 P10.132 P10.275 rules about the signer', () => {
  it.each([
    ['own', { isOwn: true, isUserLinked: true, isDoctorLinked: true }],
    ['unlinked', {}],
    ['another', { isUnlinkedAllowed: false }],
    ['another', { isUserLinked: true }],
    ['another', { isDoctorLinked: true }],
  ] as const)('a user signs as %s with the facts %o', (mode, changed) => {
    expect(signingModeOf({ ...facts, ...changed })).toBe(mode);
  });

  it.each([
    [null, {}],
    [null, { licence: { type: 'near', days: 0 } }],
    ['valid_licence', { licence: { type: 'expired' }, isOwnOnly: true }],
    ['own_user', { isOwnOnly: true }],
    [null, { isOwnOnly: true, isOwn: true }],
  ] as const)('the first unmet requirement is %s with the facts %o', (requirement, changed) => {
    expect(findUnmetSignerRequirement({ ...facts, ...changed })).toBe(requirement);
  });
});
